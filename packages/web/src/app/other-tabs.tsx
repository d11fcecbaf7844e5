import { TOKEN_KEY } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp } from '../lib/app-context.ts';

/**
 * Takes over signing in and out from other tabs: the storage tells of it (F32), but not to a page that the browser had
 * put aside. Draws nothing.
 */
export function OtherTabs() {
  const { session, store } = useApp();
  useEffect(() => {
    const adopt = () => {
      Promise.all([store.read(), session.load()]).then(
        ([{ token, grant }, loaded]) => loaded.adoptToken(token, grant?.account),
        () => undefined,
      );
    };
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      // No key: everything was cleared.
      if (isLocal(storageArea) && (key === TOKEN_KEY || key === null)) adopt();
    };
    // A guest's token is not stored: only what has changed meanwhile counts.
    let before: Promise<string | undefined> | undefined;
    const stored = () => store.read().then(({ token }) => token);
    const onHide = () => void (before = stored());
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void Promise.all([before, stored()]).then(([then, now]) => then !== now && adopt());
    };
    addEventListener('storage', onStorage);
    addEventListener('pagehide', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
    };
  }, [session, store]);
  return null;
}

/** A browser that lets a frame have no storage tells it of that of others all the same, and throws when it is named. */
function isLocal(area: Storage | null): boolean {
  try {
    return area === localStorage;
  } catch {
    return false;
  }
}
