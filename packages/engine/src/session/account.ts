import { withTokenLock, type OAuthGrant, type TokenStore } from '../auth/index.ts';
import { asFailure } from '../errors/index.ts';
import { forgetModels } from '../hub/index.ts';
import { jobSlot, loaded, type Store } from './store.ts';
import type { SessionOptions, SessionState } from './session-state.ts';

interface AccountEvents {
  /** The user signs out: their work ends. */
  onSignOut(): void;
  /** Another account takes over: the work of the previous one ends. */
  onOtherAccount(): void;
  onToken(): void;
}

/** The sign-in of a session. */
export function sessionAccount(
  store: Store<SessionState>,
  { connect, store: tokens }: { connect: SessionOptions['connect']; store: TokenStore },
  { onSignOut, onOtherAccount, onToken }: AccountEvents,
) {
  const identifying = jobSlot();
  const signingIn = jobSlot();
  /** Serializes changes of the stored token. */
  let stored: Promise<unknown> = Promise.resolve();
  let token: string | undefined;
  let account: string | undefined;
  const connection = () => connect(token);
  const update = (signIn: SessionState['signIn']) => store.update({ signIn });

  function changeStored<Result>(change: () => Promise<Result>): Promise<Result> {
    const work = () => withTokenLock(tokens, change);
    const done = stored.then(work, work);
    stored = done.catch(() => undefined);
    return done;
  }

  /** Cancels the work of the current user; inputs are kept. */
  function leave(): void {
    signingIn.cancel();
    onSignOut();
    use(undefined);
  }

  function use(next: string | undefined, nextAccount?: string, notice?: string): void {
    const isSameAccount = next === token || (nextAccount !== undefined && nextAccount === account);
    if (token !== undefined && !isSameAccount) onOtherAccount();
    token = next;
    account = nextAccount;
    forgetModels();
    update({ status: next === undefined ? 'signed-out' : 'signed-in', notice });
    identifying.cancel();
    if (next === undefined) return;
    void identify();
    onToken();
  }

  /** A refusal means that the token is invalid; other failures are ignored. */
  async function identify(): Promise<void> {
    const job = identifying.start();
    const asking = connection();
    try {
      const hub = await loaded(() => import('../hub/identity.ts'));
      const identity = await hub.identify(asking, job.signal);
      if (job.isCurrent()) update({ ...store.getSnapshot().signIn, identity });
    } catch (error) {
      const failure = asFailure(error);
      if (job.isCurrent() && failure.outcome === 'refused') update({ status: 'expired', error: failure });
    } finally {
      job.finish();
    }
  }

  return {
    connection,
    use,

    /** Signs in and stores the token. @param tokenOf may throw, which becomes the sign-in's error */
    async signIn(tokenOf: () => string, grant?: OAuthGrant): Promise<void> {
      const job = signingIn.start();
      try {
        const next = tokenOf();
        const { notice } = await changeStored(() => tokens.write(next, grant));
        if (job.isCurrent()) use(next, grant?.account, notice);
      } catch (error) {
        if (job.isCurrent()) update({ ...store.getSnapshot().signIn, error: asFailure(error) });
      } finally {
        job.finish();
      }
    },

    async signOut(): Promise<void> {
      leave();
      await changeStored(() => tokens.clear()).catch((error: unknown) =>
        update({ status: 'signed-out', error: asFailure(error) }),
      );
    },

    adoptToken(next: string | undefined, nextAccount?: string): void {
      if (next === token) return;
      signingIn.cancel();
      if (next === undefined) leave();
      else use(next, nextAccount);
    },

    async refreshIdentity(): Promise<void> {
      if (token !== undefined) await identify();
    },

    dispose(): void {
      signingIn.cancel();
      identifying.cancel();
    },
  };
}
