import { TOKEN_KEY } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp } from '../lib/app-context.ts';

/**
 * Follows signing in and out in other tabs by storage events (F32). Pages in the back-forward cache get no such events:
 * they compare tokens when they are shown again.
 */
export function OtherTabs() {
  const { session, store } = useApp();
  useEffect(() => {
    const adopt = () => {
      store.read().then(
        ({ token, grant }) => session.adoptToken(token, grant?.account),
        () => undefined,
      );
    };
    // Without a key, everything was cleared.
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      if (isLocalStorage(storageArea) && (key === TOKEN_KEY || key === null)) adopt();
    };
    // A guest's token is not stored, so only a change counts.
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

/** Reading `localStorage` throws in frames without storage, which get events all the same. */
function isLocalStorage(area: Storage | null): boolean {
  try {
    return area === localStorage;
  } catch {
    return false;
  }
}
