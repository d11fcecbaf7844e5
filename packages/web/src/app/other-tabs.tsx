import { TOKEN_KEY } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp } from '../lib/app-context.ts';

/** Takes over signing in and out from other tabs: the storage tells of it (F32). Draws nothing. */
export function OtherTabs() {
  const { session, store } = useApp();
  useEffect(() => {
    const adopt = async ({ key, storageArea }: StorageEvent) => {
      // No key: everything was cleared.
      if (storageArea !== localStorage || (key !== TOKEN_KEY && key !== null)) return;
      const [{ token }, loaded] = await Promise.all([store.read(), session.load()]);
      loaded.adoptToken(token);
    };
    const onStorage = (event: StorageEvent) => void adopt(event).catch(() => undefined);
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [session, store]);
  return null;
}
