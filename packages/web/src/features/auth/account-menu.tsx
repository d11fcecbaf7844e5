import { useSession, useSessionState } from '../../lib/session-context.ts';

/** Placeholder of the skeleton. */
export function AccountMenu() {
  const session = useSession();
  const identity = useSessionState((state) => state.signIn.identity);
  return (
    <a href="#/sign-in" onClick={() => void session.signOut()}>
      {identity?.name} Sign Out
    </a>
  );
}
