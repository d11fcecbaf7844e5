import { loaded, type Session } from '@tryout/engine';
import type { App } from '../../lib/app-context.ts';

/**
 * Signs out: here at once, and with what was filled in, for the next person may be another one; then the hub is told
 * that a sign-in through it is over. What does not work is told as a notice.
 */
export async function signOut(session: Session, { store, notices, settings }: App): Promise<void> {
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
