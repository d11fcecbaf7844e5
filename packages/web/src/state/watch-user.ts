import type { Session, SessionState } from '@tryout/engine';

/**
 * Calls back when the user signs out, in this tab or another, and when another account signs in.
 * @returns unsubscribes
 */
export function watchUser(session: Session, onLeave: () => void): () => void {
  const getName = ({ signIn: { status, identity } }: SessionState) =>
    status === 'signed-out' ? '' : identity?.name;
  let name = getName(session.getSnapshot());
  return session.subscribe(() => {
    const last = name;
    name = getName(session.getSnapshot()) ?? last;
    const wasKnown = last !== undefined || name === '';
    if (name !== last && last !== '' && wasKnown) onLeave();
  });
}
