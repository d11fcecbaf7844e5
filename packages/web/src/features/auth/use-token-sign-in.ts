import { useState } from 'react';
import { useApp } from '../../lib/app-context.ts';

/** Signing in with a token. */
export interface TokenSignIn {
  /** Until it has failed; after signing in the screen is left. */
  readonly isBusy: boolean;
  /** Why the last token did not sign in. */
  readonly error?: unknown;
  forgetError(): void;
  /** Resolves to whether the person is signed in now. */
  signIn(token: string): Promise<boolean>;
}

/** Signs in with a token, for a form of which several may stand on a page. */
export function useTokenSignIn(): TokenSignIn {
  const { session: lazy } = useApp();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    isBusy,
    ...(error === undefined ? {} : { error }),
    forgetError: () => setError(undefined),
    async signIn(token) {
      setBusy(true);
      setError(undefined);
      try {
        const session = await lazy.load();
        await session.signIn(token);
        const { error: refusal } = session.getSnapshot().signIn;
        if (refusal === undefined) return true;
        throw refusal;
      } catch (failure) {
        setError(failure);
        setBusy(false);
        return false;
      }
    },
  };
}
