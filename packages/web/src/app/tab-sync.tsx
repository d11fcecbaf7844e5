import { TOKEN_KEY } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp } from '../lib/app-context.ts';

/**
 * Follows sign-ins and sign-outs in other tabs with storage events (F32). Pages in the back/forward cache receive none,
 * so they compare tokens when they are restored.
 */
export function TabSync() {
  const { session, store } = useApp();
  useEffect(() => {
    const adopt = () => {
      store.read().then(
        ({ token, grant }) => session.adoptToken(token, grant?.account),
        () => undefined,
      );
    };
    // The key is null after `clear()`.
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      if (isLocalStorage(storageArea) && (key === TOKEN_KEY || key === null)) adopt();
    };
    // A guest's token is never stored, so only a change of the stored token counts.
    let before: Promise<string | undefined> | undefined;
    const stored = () => store.read().then(({ token }) => token);
    const onHide = () => void (before = stored());
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void Promise.all([before, stored()]).then(([then, now]) => then !== now && adopt());
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('storage', onStorage, { signal });
    addEventListener('pagehide', onHide, { signal });
    addEventListener('pageshow', onShow, { signal });
    return () => listening.abort();
  }, [session, store]);
  return null;
}

/** Reading `localStorage` throws in frames without storage access, which still receive events. */
function isLocalStorage(area: Storage | null): boolean {
  try {
    return area === localStorage;
  } catch {
    return false;
  }
}
