import type { Failure } from '../errors/index.ts';
import type { Store } from './observable.ts';
import type { SessionState } from './session-state.ts';

/**
 * Puts into the state that the sign-in has expired, if that is what a failure says. Clocks and expiry dates may be
 * wrong: only the Hub's refusal tells that a token is void (F26).
 * @param sentToken whether the request that failed carried the token
 */
export function tellExpired(store: Store<SessionState>, failure: Failure, sentToken: boolean): void {
  if (!sentToken || !('status' in failure) || failure.status !== 401) return;
  store.update({ signIn: { ...store.getSnapshot().signIn, status: 'expired', error: failure } });
}
