import { loaded, type Session } from '@tryout/engine';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { type App, useApp, useSession } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';

/** The link to the sign-in screen that signs out (specification, section 2). */
export function SignOutLink(props: Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const app = useApp();
  const session = useSession();
  return (
    <Link to={SIGN_IN} {...props} onClick={() => void signOut(session, app)}>
      Sign Out
    </Link>
  );
}

/**
 * Signs out: here at once, and with what was filled in, for the next person may be another one; then the hub is told
 * that a sign-in through it is over. What does not work is told as a notice.
 */
async function signOut(session: Session, { store, notices, settings }: App): Promise<void> {
  const before = store.read();
  const done = session.signOut();
  session.forgetInputs();
  const { token, grant } = await before;
  await done;
  const { error } = session.getSnapshot().signIn;
  if (error) notices.tell(error.message);
  if (token === undefined || !grant) return;
  const isTold = await loaded(() => import('./tell-hub.ts')).then(
    ({ revokeSignIn }) => revokeSignIn(session.connection(), token, grant),
    () => false,
  );
  const { host } = new URL(settings.hubUrl);
  if (!isTold) notices.tell(`${host} could not be told; its settings list the apps that may sign you in.`);
}
