import { Suspense } from 'react';
import { lazily } from '../lib/lazily.ts';
import { useSessionState } from '../lib/session-context.ts';

const expiredDialog = lazily(() =>
  import('../features/auth/expired-dialog.tsx').then(({ ExpiredDialog }) => ExpiredDialog),
);

/** Asks to sign in again when the hub no longer takes the token. */
export function SignInAgain() {
  const isExpired = useSessionState(({ signIn }) => signIn.status === 'expired');
  if (!isExpired) return null;
  return (
    <Suspense>
      <expiredDialog.View />
    </Suspense>
  );
}
