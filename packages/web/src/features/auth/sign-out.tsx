import { revokeSignIn } from '@tryout/engine';
import { Link } from 'react-router-dom';
import { useApp, type App } from '../../state/app-context.ts';
import { SIGN_IN } from '../../state/routes.ts';

/** Whether the user signed out on this page. */
export let hasSignedOut = false;

/** Signs out and opens the sign-in screen (specification, section 2), which asks about the history. */
export function SignOutLink() {
  const app = useApp();
  return (
    <Link to={SIGN_IN} onClick={() => void signOut(app)}>
      Sign Out
    </Link>
  );
}

/** Signs out here, forgets the inputs, and then revokes an OAuth sign-in at the hub. Shows failures as notices. */
async function signOut({ session, store, notices, settings }: App): Promise<void> {
  hasSignedOut = true;
  const before = store.read();
  const done = session.signOut();
  session.forgetInputs();
  const { token, grant } = await before;
  await done;
  const { error } = session.getSnapshot().signIn;
  if (error) notices.show(error.message);
  if (token === undefined || !grant) return;
  const isRevoked = await revokeSignIn(session.connection(), token, grant).catch(() => false);
  const { host } = new URL(settings.hubUrl);
  if (!isRevoked) notices.show(`Could not revoke access at ${host}. Revoke it there under “Connected apps”.`);
}
