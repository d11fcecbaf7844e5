import {
  changeAlone,
  checkAccessToken,
  grantOf,
  type OAuthGrant,
  type OAuthResult,
  type TokenStore,
} from '../auth/index.ts';
import { emptyValues, type FieldValue, type Values } from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import { forgetModels } from '../hub/index.ts';
import { taskNamed, type TaskId, type TypedParameters } from '../tasks/index.ts';
import { asFailure } from './as-failure.ts';
import { beginListing } from './begin-listing.ts';
import { createDrafts, type Draft } from './drafts.ts';
import { latest } from './latest.ts';
import { loaded } from './loaded.ts';
import { createStore, type Observable } from './observable.ts';
import {
  canRun,
  idleRun,
  initialState,
  isRunning,
  noModels,
  type RunChoices,
  type SessionState,
} from './session-state.ts';

export interface SessionOptions {
  /** The connection to use as the person with this token, or as nobody. */
  connect(token: string | undefined): Connection;
  readonly store: TokenStore;
  /** A token that was found at the start, for example in the environment. */
  readonly token?: string;
  /** What was filled in for tasks before; nothing by default. */
  readonly drafts?: ReadonlyMap<TaskId, Draft>;
  /** Waits until there is room for what nobody waits for: asking whose that token is. Without it, there always is. */
  whenIdle?(): Promise<void>;
}

/** The picker as a state machine: both front ends are views of it. All methods may be called at any time. */
export interface Session extends Observable<SessionState> {
  /** The connection as the person who is signed in now, for what a front end asks the hub itself. */
  connection(): Connection;
  /** Signs in with a pasted token; a wrong one becomes the sign-in's error. */
  signIn(pasted: string): Promise<void>;
  /** Takes what came of signing in through the hub; a second time as well, when it has expired. Inputs stay. */
  signInWith(result: OAuthResult): Promise<void>;
  /** Ends what is under way and forgets the token; inputs stay. */
  signOut(): Promise<void>;
  /** Takes over what another window has done: a token, or signing out. Nothing is stored. */
  adoptToken(token: string | undefined): void;
  /** Asks again who is signed in, for when the Hub could not be asked before. */
  refreshIdentity(): Promise<void>;
  /**
   * Chooses a task; what was filled in for it before is there again, and whom to bill stays.
   * @throws InputError for a name that is no task
   */
  chooseTask(id: string): void;
  /** What is filled in for each task that was tried, that of the chosen one as it is now. */
  drafts(): ReadonlyMap<TaskId, Draft>;
  /** Lists the task's models anew, narrowed on the Hub; a provider narrows those of the tasks chosen later as well. */
  listModels(narrowed?: { search?: string; provider?: string }): void;
  chooseModel(id: string): void;
  setValue(name: string, value: FieldValue | undefined): void;
  /** Fills several inputs at once, for example from an example; the others stay. */
  fill(values: Values): void;
  addEntry(name: string): void;
  setParameters(parameters: TypedParameters): void;
  setChoices(choices: RunChoices): void;
  /** Runs with what is filled in; does nothing while a run is under way or inputs are missing. */
  run(): Promise<void>;
  /** Stops the run; what a stream has brought stays. */
  cancel(): void;
  /** Back to an empty form without result or error. */
  clear(): void;
  /** Ends all work, for leaving. */
  dispose(): void;
}

/** What asks the hub or a model is loaded when it is asked first: a page is ready for its person before. */
const loadIdentifier = () => loaded(() => import('./ask-identity.ts'));
const loadRunner = () => loaded(() => import('./run-once.ts'));

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
    if (listing.end()) update({ models: { ...state().models, status: 'idle', models: [], dropped: 0 } });
    dropRun();
    useToken(undefined);
  }

  function useToken(next: string | undefined, notice?: string, room?: Promise<void>): void {
    token = next;
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
      const { notice } = await inOrder(() => changeAlone(tokens, () => tokens.write(next, grant)));
      if (work.isCurrent()) useToken(next, notice);
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

  if (found !== undefined) useToken(found, undefined, whenIdle?.());

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    connection,

    signIn: (pasted) => take(() => checkAccessToken(pasted, connection().hubUrl)),
    signInWith: (result) => take(() => result.accessToken, grantOf(result)),

    async signOut() {
      leave();
      await inOrder(() => changeAlone(tokens, () => tokens.clear())).catch((error: unknown) =>
        update({ signIn: { status: 'signed-out', error: asFailure(error) } }),
      );
    },

    adoptToken(next) {
      if (next === token) return;
      signingIn.end();
      if (next === undefined) leave();
      else useToken(next);
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
      if (running.end() && isRunning(state())) update({ run: { ...state().run, status: 'cancelled' } });
    },

    clear() {
      dropRun();
      const { task } = state();
      update({ values: task ? emptyValues(task.fields) : {}, parameters: {} });
    },

    dispose() {
      listing.end();
      running.end();
      signingIn.end();
      identifying.end();
    },
  };
}
