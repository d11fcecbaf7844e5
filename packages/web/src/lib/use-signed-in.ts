import { useApp } from './app-context.ts';
import { useSignInState } from './use-sign-in-state.ts';

/** Whether someone is signed in, also as far as is known before the session is loaded. */
export function useSignedIn(): boolean {
  const { token } = useApp();
  const status = useSignInState()?.status;
  // Who has to sign in again stays where the inputs are.
  return status === undefined ? token !== undefined : status !== 'signed-out';
}
