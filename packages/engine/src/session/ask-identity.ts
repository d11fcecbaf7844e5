import type { Connection } from '../http/index.ts';
import { identify } from '../hub/index.ts';
import { asFailure } from './as-failure.ts';
import type { Work } from './latest.ts';
import type { Store } from './observable.ts';
import type { SessionState } from './session-state.ts';

/** Asks who the token belongs to. Being signed in does not wait for it; a refusal means that the token is void. */
export async function askIdentity(
  store: Store<SessionState>,
  connection: Connection,
  work: Work,
): Promise<void> {
  try {
    const identity = await identify(connection, work.signal);
    if (work.isCurrent()) store.update({ signIn: { ...store.getSnapshot().signIn, identity } });
  } catch (error) {
    const failure = asFailure(error);
    if (!work.isCurrent() || failure.outcome !== 'refused') return;
    store.update({ signIn: { status: 'expired', error: failure } });
  } finally {
    work.finish();
  }
}
