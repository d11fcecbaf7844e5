import { Suspense, useSyncExternalStore } from 'react';
import { useApp } from '../lib/app-context.ts';
import { lazily } from '../lib/lazily.ts';
import { SessionContext } from '../lib/session-context.ts';
import { whenIdle } from '../lib/when-idle.ts';

const accountMenu = lazily(async () => {
  await whenIdle();
  return (await import('../features/auth/account-menu.tsx')).AccountMenu;
});

/** Who is signed in, beside the link home. */
export function Header() {
  const { session: lazy } = useApp();
  const session = useSyncExternalStore(lazy.subscribe, lazy.getSnapshot);
  if (!session) return null;
  return (
    <SessionContext value={session}>
      <Suspense>
        <accountMenu.View />
      </Suspense>
    </SessionContext>
  );
}
