import { attempt, TOKEN_KEY } from '@tryout/engine';
import { useRef } from 'react';
import { useApp } from '../lib/app-context.ts';
import { useListener } from '../lib/dom-hooks.ts';

/**
 * Follows sign-ins and sign-outs in other tabs with storage events (F32). Pages in the back/forward cache receive none,
 * so they compare tokens when they are restored.
 */
export function TabSync() {
  const { session, store } = useApp();
  const before = useRef<Promise<string | undefined>>(undefined);
  const adopt = () => {
    store.read().then(
      ({ token, grant }) => session.adoptToken(token, grant?.account),
      () => undefined,
    );
  };
  // The key is null after `clear()`.
  useListener(window, 'storage', ({ key, storageArea }) => {
    if (isLocalStorage(storageArea) && (key === TOKEN_KEY || key === null)) adopt();
  });
  // A guest's token is never stored, so only a change of the stored token counts.
  const stored = () => store.read().then(({ token }) => token);
  useListener(window, 'pagehide', () => void (before.current = stored()));
  useListener(window, 'pageshow', ({ persisted }) => {
    if (persisted)
      void Promise.all([before.current, stored()]).then(([then, now]) => then !== now && adopt());
  });
  return null;
}

/** Reading `localStorage` throws in frames without storage access, which still receive events. */
function isLocalStorage(area: Storage | null): boolean {
  return attempt(() => area === localStorage) ?? false;
}
