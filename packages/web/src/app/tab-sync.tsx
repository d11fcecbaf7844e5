import { attempt, TOKEN_KEY } from '@tryout/engine';
import { useRef } from 'react';
import { useApp } from '../state/app-context.ts';
import { useListener } from '../lib/dom-hooks.ts';

/**
 * Follows sign-ins and sign-outs in other tabs with storage events (F32). Pages in the back/forward cache receive none,
 * so they are loaded again if the token changed meanwhile.
 */
export function TabSync() {
  const { session, store } = useApp();
  useListener(window, 'storage', ({ key, storageArea }) => {
    // The key is null after `clear()`.
    if (!isLocalStorage(storageArea) || (key !== TOKEN_KEY && key !== null)) return;
    store.read().then(
      ({ token, grant }) => session.adoptToken(token, grant?.account),
      () => undefined,
    );
  });
  const left = useRef<string | null | undefined>(undefined);
  useListener(window, 'pagehide', () => void (left.current = getStoredToken()));
  useListener(window, 'pageshow', ({ persisted }) => {
    if (persisted && left.current !== getStoredToken()) location.reload();
  });
  return null;
}

function getStoredToken(): string | null | undefined {
  return attempt(() => localStorage.getItem(TOKEN_KEY));
}

/** Reading `localStorage` throws in frames without storage access, which still receive events. */
function isLocalStorage(area: Storage | null): boolean {
  return attempt(() => area === localStorage) ?? false;
}
