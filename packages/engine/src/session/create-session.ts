import { withTokenLock, checkAccessToken, grantOf, type OAuthGrant } from '../auth/index.ts';
import { SignInError } from '../errors/index.ts';
import { emptyValues } from '../fields/index.ts';
import { forgetModels } from '../hub/index.ts';
import { taskNamed } from '../tasks/index.ts';
import { asFailure } from './as-failure.ts';
import { beginListing } from './begin-listing.ts';
import { createDrafts } from './drafts.ts';
import { latest } from './latest.ts';
import { loaded } from './loaded.ts';
import { createStore } from './observable.ts';
import { canRun, idleRun, initialState, isRunning, noModels, type SessionState } from './session-state.ts';
import type { Session, SessionOptions } from './session.ts';

/** What asks the hub or a model is loaded when it is asked first: a page is ready for its person before. */
const loadIdentifier = () => loaded(() => import('./ask-identity.ts'));
const loadRunner = () => loaded(() => import('./run-once.ts'));

/** What comes with a token. */
interface SignedIn {
  readonly account?: string | undefined;
  readonly notice?: string | undefined;
  /** Resolves when the page is idle. */
  readonly room?: Promise<void> | undefined;
}

function accountChanged(): SignInError {
  return new SignInError('The account changed during the run, so the run was stopped', {
    hint: 'Run it again to use the new account.',
  });
}

/** Begins without a task; with a token that was found, signed in. */
export function createSession(options: SessionOptions): Session {
  const { connect, store: tokens, token: found, whenIdle } = options;
  const store = createStore<SessionState>(initialState);
  const listing = latest();
  const running = latest();
  const identifying = latest();
  const signingIn = latest();
  const drafts = createDrafts(options.drafts);
  /** What happens to the stored token happens in the order in which it was asked for. */
  let stored: Promise<unknown> = Promise.resolve();
  let token: string | undefined;
  let account: string | undefined;
  let lastProvider: string | undefined;
  const connection = () => connect(token);
  const { getSnapshot: state, update } = store;

  function dropRun(): void {
    running.end();
    update({ run: idleRun });
  }

  function inOrder<Done>(work: () => Promise<Done>): Promise<Done> {
    const done = stored.then(work, work);
    stored = done.catch(() => undefined);
    return done;
  }

  /** Ends what goes on as the person who leaves; inputs stay, and a list that was under way can be asked for anew. */
  function leave(): void {
    signingIn.end();
    endListing();
    dropRun();
    useToken(undefined);
  }

  function endListing(): void {
    if (listing.end()) update({ models: { ...state().models, ...noModels } });
  }

  /** What was started with one account does not go on while another one is shown. */
  function endForOtherAccount(): void {
    endListing();
    if (running.end() && isRunning(state()))
      update({ run: { ...state().run, status: 'error', error: accountChanged() } });
  }

  function useToken(next: string | undefined, { account: nextAccount, notice, room }: SignedIn = {}): void {
    const isSameAccount = next === token || (nextAccount !== undefined && nextAccount === account);
    if (token !== undefined && !isSameAccount) endForOtherAccount();
    token = next;
    account = nextAccount;
    forgetModels();
    const status = next === undefined ? 'signed-out' : 'signed-in';
    update({ signIn: { status, ...(notice === undefined ? {} : { notice }) } });
    identifying.end();
    if (next === undefined) return;
    void identify(room);
    // A list that failed may have failed for the token before.
    const { task, models } = state();
    if (task && (models.status === 'idle' || models.status === 'failed')) listModels(models);
  }

  async function identify(room?: Promise<void>): Promise<void> {
    const work = identifying.begin();
    const asking = connection();
    await room;
    // Who it is can be asked again; being signed in does not hang on it.
    const identifier = await loadIdentifier().catch(() => undefined);
    if (work.isCurrent()) await identifier?.askIdentity(store, asking, work);
  }

  async function take(tokenOf: () => string, grant?: OAuthGrant): Promise<void> {
    const work = signingIn.begin();
    try {
      const next = tokenOf();
      const { notice } = await inOrder(() => withTokenLock(tokens, () => tokens.write(next, grant)));
      if (work.isCurrent()) useToken(next, { account: grant?.account, notice });
    } catch (error) {
      if (work.isCurrent()) update({ signIn: { ...state().signIn, error: asFailure(error) } });
    } finally {
      work.finish();
    }
  }

  function listModels(narrowed: { search?: string; provider?: string } = {}): void {
    const { task } = state();
    lastProvider = narrowed.provider;
    if (task) void beginListing(store, connection(), { task: task.id, ...narrowed }, listing.begin());
  }

  function clear(): void {
    dropRun();
    const { task } = state();
    update({ values: task ? emptyValues(task.fields) : {}, parameters: {} });
  }

  if (found !== undefined) useToken(found, { account: options.account, room: whenIdle?.() });

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    connection,

    signIn: (pasted) => take(() => checkAccessToken(pasted, connection().hubUrl)),
    signInWith: (result) => take(() => result.accessToken, grantOf(result)),

    async signOut() {
      leave();
      await inOrder(() => withTokenLock(tokens, () => tokens.clear())).catch((error: unknown) =>
        update({ signIn: { status: 'signed-out', error: asFailure(error) } }),
      );
    },

    adoptToken(next, nextAccount) {
      if (next === token) return;
      signingIn.end();
      if (next === undefined) leave();
      else useToken(next, { account: nextAccount });
    },

    async refreshIdentity() {
      if (token !== undefined) await identify();
    },

    chooseTask(id) {
      const task = taskNamed(id);
      if (state().task === task) return;
      listing.end();
      dropRun();
      update({ task, model: undefined, models: noModels, ...drafts.exchange(state(), task) });
      listModels(lastProvider === undefined ? {} : { provider: lastProvider });
    },

    drafts: () => drafts.all(state()),

    listModels,

    chooseModel(id) {
      if (state().model === id) return;
      dropRun();
      // Who serves one model may not serve another.
      const { provider: _provider, endpointUrl: _endpointUrl, ...choices } = state().choices;
      update({ model: id, choices });
    },

    setValue(name, value) {
      update({ values: { ...state().values, [name]: value } });
    },

    fill(values) {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      update({ values: { ...state().values, ...Object.fromEntries(given) } });
    },

    addEntry(name) {
      const entries = state().values[name];
      update({
        values: { ...state().values, [name]: [...(Array.isArray(entries) ? (entries as string[]) : []), ''] },
      });
    },

    setParameters: (parameters) => update({ parameters }),
    setChoices: (choices) => update({ choices }),

    async run() {
      const asked = state();
      if (!canRun(asked)) return;
      const work = running.begin();
      const asking = connection();
      // At once: a second click finds a run under way, even while what runs is still being loaded.
      update({ run: { status: 'loading', text: '' } });
      const runner = await loadRunner().catch((error: unknown) => {
        if (work.isCurrent()) update({ run: { ...idleRun, status: 'error', error: asFailure(error) } });
      });
      if (runner && work.isCurrent()) await runner.runOnce(store, asking, asked, work);
    },

    cancel() {
      if (running.end() && isRunning(state())) update({ run: { ...state().run, status: 'canceled' } });
    },

    clear,

    forgetInputs() {
      drafts.forget();
      clear();
      update({ choices: {} });
    },

    dispose() {
      listing.end();
      running.end();
      signingIn.end();
      identifying.end();
    },
  };
}
