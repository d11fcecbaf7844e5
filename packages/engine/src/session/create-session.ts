import { withTokenLock, checkAccessToken, grantOf, type OAuthGrant } from '../auth/index.ts';
import { asFailure, SignInError } from '../errors/index.ts';
import { emptyValues } from '../fields/index.ts';
import { forgetModels } from '../hub/index.ts';
import { emptyChat, taskNamed, type Task } from '../tasks/index.ts';
import {
  afterBreak,
  afterSending,
  canContinue,
  toContinue,
  toRegenerate,
  withoutLastExchange,
} from './chat-turns.ts';
import { jobSlot } from './job-slot.ts';
import { loaded } from './loaded.ts';
import { loadRequests, modelListing } from './model-listing.ts';
import {
  canRun,
  idleRun,
  initialState,
  isRunning,
  noModels,
  type Replacement,
  type ReplacedInputs,
  type SessionState,
  type TaskInputs,
} from './session-state.ts';
import type { Session, SessionOptions } from './session.ts';
import { createStore } from './store.ts';

const MAX_REPLACED = 50;

const accountChanged = () =>
  new SignInError('The account changed during the run, so the run was stopped', {
    hint: 'Run it again to use the new account.',
  });

const emptyInputs = (task: Task | undefined) => ({
  values: emptyValues(task?.fields),
  drafts: {},
  parameters: {},
  chat: emptyChat,
});

function inputsOf({ values, drafts, parameters, choices, chat }: SessionState): TaskInputs {
  return { values, drafts, parameters, choices, chat };
}

/** A session without a task, signed in if there is a token. */
export function createSession({ connect, store: tokens, ...options }: SessionOptions): Session {
  const store = createStore(initialState);
  const running = jobSlot();
  const identifying = jobSlot();
  const signingIn = jobSlot();
  const lookingUpChat = jobSlot();
  const inputsByTask = new Map(options.inputs);
  /** Serializes changes of the stored token. */
  let stored: Promise<unknown> = Promise.resolve();
  let token: string | undefined;
  let account: string | undefined;
  const connection = () => connect(token);
  const state = store.getSnapshot;
  const update = (change: Partial<SessionState>) => store.set({ ...state(), ...change });
  const listing = modelListing(store, connection);

  function dropRun(): void {
    running.cancel();
    update({ ...afterBreak(state()), run: idleRun });
  }

  function fail(error: unknown): void {
    update({ ...afterBreak(state()), run: { ...state().run, status: 'error', error: asFailure(error) } });
  }

  /** Keeps what is known of the last destination until it is known of the new one. */
  async function lookUpChat(): Promise<void> {
    const job = lookingUpChat.start();
    const now = state();
    const code = now.task?.conversation && (await import('./chat-lookup.ts').catch(() => undefined));
    const chatSupport = code ? await code.chatSupport(connection(), now, job.signal) : 'none';
    if (job.isCurrent()) update({ chatSupport });
    job.finish();
  }

  async function start(before: SessionState, change: Partial<SessionState> = {}): Promise<void> {
    const job = running.start();
    const asking = connection();
    // Before loading the code, so that a second click does not start another run.
    update({ ...change, run: { ...idleRun, status: 'loading', inputs: inputsOf(before) } });
    try {
      const { runOnce } = await loaded(() => import('./run-once.ts'));
      if (job.isCurrent()) await runOnce(store, asking, before, job);
    } catch (error) {
      if (job.isCurrent()) fail(error);
    }
  }

  function changeStored<Result>(change: () => Promise<Result>): Promise<Result> {
    const work = () => withTokenLock(tokens, change);
    const done = stored.then(work, work);
    stored = done.catch(() => undefined);
    return done;
  }

  /** Cancels the work of the current user; inputs are kept. */
  function leave(): void {
    signingIn.cancel();
    listing.end();
    dropRun();
    useToken(undefined);
  }

  function useToken(next: string | undefined, nextAccount?: string, notice?: string): void {
    const isSameAccount = next === token || (nextAccount !== undefined && nextAccount === account);
    if (token !== undefined && !isSameAccount) {
      listing.end();
      if (running.cancel() && isRunning(state())) fail(accountChanged());
    }
    token = next;
    account = nextAccount;
    forgetModels();
    update({ signIn: { status: next === undefined ? 'signed-out' : 'signed-in', notice } });
    identifying.cancel();
    if (next === undefined) return;
    void loadIdentity();
    void lookUpChat();
    // A listing that failed may have failed because of the previous token.
    const { task, models } = state();
    if (task && (models.status === 'idle' || models.status === 'failed')) void listing.list(models);
  }

  async function loadIdentity(): Promise<void> {
    const job = identifying.start();
    const asking = connection();
    const requests = await loadRequests().catch(() => undefined);
    if (job.isCurrent()) await requests?.loadIdentity(store, asking, job);
    job.finish();
  }

  async function take(tokenOf: () => string, grant?: OAuthGrant): Promise<void> {
    const job = signingIn.start();
    try {
      const next = tokenOf();
      const { notice } = await changeStored(() => tokens.write(next, grant));
      if (job.isCurrent()) useToken(next, grant?.account, notice);
    } catch (error) {
      if (job.isCurrent()) update({ signIn: { ...state().signIn, error: asFailure(error) } });
    } finally {
      job.finish();
    }
  }

  /** The inputs that can be restored once the current ones are replaced. */
  function withCurrent(by: Replacement): readonly ReplacedInputs[] {
    const { values, drafts, parameters, chat, replaced, replacedBy } = state();
    if (by === 'example' && replacedBy === 'example') return replaced;
    return [...replaced, { by, values, drafts, parameters, chat }].slice(-MAX_REPLACED);
  }

  function chooseTask(id: string): void {
    const task = taskNamed(id);
    const previous = state();
    if (previous.task === task) return;
    listing.forget();
    dropRun();
    if (previous.task) inputsByTask.set(previous.task.id, inputsOf(previous));
    const inputs = { ...emptyInputs(task), choices: {}, ...inputsByTask.get(task.id) };
    const choices = { ...inputs.choices, billTo: previous.choices.billTo };
    const nothing = { model: undefined, models: noModels, replaced: [], replacedBy: undefined };
    const chatSupport = undefined;
    update({ task, ...inputs, choices, ...nothing, chatSupport });
    void lookUpChat();
    void listing.list({ provider: listing.lastProvider() });
  }

  function chooseModel(id: string): void {
    if (state().model === id) return;
    dropRun();
    // Another model may have other providers.
    const choices = { ...state().choices, provider: undefined, endpointUrl: undefined };
    update({
      model: id,
      choices,
      replaced: [],
      replacedBy: undefined,
      chatSupport: undefined,
      models: listing.withoutFailedSearch(),
    });
    void lookUpChat();
  }

  if (options.token !== undefined) useToken(options.token, options.account);

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    connection,

    signIn: (pasted) => take(() => checkAccessToken(pasted, connection().hubUrl)),
    signInWith: (result) => take(() => result.accessToken, grantOf(result)),

    async signOut() {
      leave();
      await changeStored(() => tokens.clear()).catch((error: unknown) =>
        update({ signIn: { status: 'signed-out', error: asFailure(error) } }),
      );
    },

    adoptToken(next, nextAccount) {
      if (next === token) return;
      signingIn.cancel();
      if (next === undefined) leave();
      else useToken(next, nextAccount);
    },

    async refreshIdentity() {
      if (token !== undefined) await loadIdentity();
    },

    chooseTask,

    openRun({ task, model, inputs, run = idleRun, isTrusted }) {
      chooseTask(task);
      if (model !== undefined) chooseModel(model);
      dropRun();
      const replaced = withCurrent('run');
      const { endpointUrl } = inputs.choices;
      const unconfirmedEndpoints =
        isTrusted || endpointUrl === undefined
          ? state().unconfirmedEndpoints
          : [...state().unconfirmedEndpoints, endpointUrl];
      update({ ...inputs, model, run, replaced, replacedBy: 'run', unconfirmedEndpoints });
      void lookUpChat();
    },

    showRun(run) {
      if (state().run.status === 'idle') update({ run });
    },

    confirmEndpoint() {
      const { choices, unconfirmedEndpoints } = state();
      const others = unconfirmedEndpoints.filter((url) => url !== choices.endpointUrl);
      update({ unconfirmedEndpoints: others });
    },

    inputsByTask() {
      const { task } = state();
      const now = { ...state(), ...afterBreak(state()) };
      return task ? new Map(inputsByTask).set(task.id, inputsOf(now)) : new Map(inputsByTask);
    },

    listModels: (filter = {}) => void listing.list(filter),

    chooseModel,

    setValue(name, value, draft) {
      const values = { ...state().values, [name]: value };
      update({ values, drafts: { ...state().drafts, [name]: draft }, replacedBy: undefined });
    },

    fillExample(values) {
      const replaced = withCurrent('example');
      const drafts = Object.fromEntries(Object.entries(state().drafts).filter(([name]) => !(name in values)));
      update({ values: { ...state().values, ...values }, drafts, replaced, replacedBy: 'example' });
    },

    setParameters: (parameters) => update({ parameters }),
    setChoices(choices) {
      const { provider, endpointUrl } = state().choices;
      update({ choices });
      if (choices.provider !== provider || choices.endpointUrl !== endpointUrl) void lookUpChat();
    },
    changeChat: (change) => update({ chat: { ...state().chat, ...change } }),

    editLastMessage() {
      if (isRunning(state()) || state().chat.exchanges.length === 0) return;
      const replaced = withCurrent('edit');
      dropRun();
      update({ ...withoutLastExchange(state()), replaced, replacedBy: 'edit' });
    },

    async run() {
      const before = state();
      if (!canRun(before)) return;
      await start(before, afterSending(before));
    },

    async regenerate() {
      const before = toRegenerate(state());
      if (before && canRun(before)) await start(before);
    },

    async continueAnswer() {
      const before = toContinue(state());
      if (canContinue(state()) && canRun(before)) await start(before);
    },

    cancel() {
      if (running.cancel() && isRunning(state()))
        update({ ...afterBreak(state()), run: { ...state().run, status: 'canceled' } });
    },

    clear() {
      dropRun();
      const replaced = withCurrent('clear');
      const { task, clearCount } = state();
      update({ ...emptyInputs(task), replaced, replacedBy: 'clear', clearCount: clearCount + 1 });
    },

    restore() {
      const { replaced } = state();
      const last = replaced.at(-1);
      if (!last) return false;
      const { by: _by, ...inputs } = last;
      update({ ...inputs, replaced: replaced.slice(0, -1), replacedBy: undefined });
      return true;
    },

    forgetInputs() {
      inputsByTask.clear();
      dropRun();
      const { task, clearCount } = state();
      const nothing = { choices: {}, replaced: [], replacedBy: undefined };
      update({ ...emptyInputs(task), ...nothing, clearCount: clearCount + 1 });
    },

    dispose() {
      listing.forget();
      for (const slot of [running, signingIn, identifying, lookingUpChat]) slot.cancel();
    },
  };
}
