/** A sign-in that was begun and waits for the hub to send the person back. */
export interface SignInTransaction {
  /** Tells it from others; part of `state`. */
  readonly nonce: string;
  /** The whole state as it was sent: JSON of {nonce, redirectUri, state?}. */
  readonly state: string;
  /** The PKCE verifier: a secret. */
  readonly verifier: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The hub that was asked; its issuer. */
  readonly hubUrl: string;
}

/** The app's own part of a state that has been checked. */
export function ownStateOf({ state }: Pick<SignInTransaction, 'state'>): string | undefined {
  const { state: own } = JSON.parse(state) as { state?: unknown };
  return typeof own === 'string' ? own : undefined;
}
