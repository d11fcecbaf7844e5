import { checkAccessToken, toGrant } from '../auth/index.ts';
import { SignInError } from '../errors/index.ts';
import { emptyValues } from '../fields/index.ts';
import { emptyChat, getTask, type ChatSupport, type Task } from '../tasks/index.ts';
import { sessionAccount } from './account.ts';
import { endUnanswered, withDraft, withEdit, withNewChat, withoutEdit } from './chat-turns.ts';
import { jobSlot, createStore } from './store.ts';
import { modelListing } from './model-listing.ts';
import { sessionRun } from './session-run.ts';
import { hasTarget, getChosenPlace, getInputs, isRunning } from './session-queries.ts';
import {
  type Session,
  type SessionOptions,
  idleRun,
  initialState,
  noModels,
  type Replacement,
  type ReplacedInputs,
} from './session-state.ts';

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

/** A session without a task, signed in if there is a token. */
export function createSession(options: SessionOptions): Session {
  const { availableOnly = true } = options;
  const store = createStore({ ...initialState, availableOnly });
  const lookingUpChat = jobSlot();
  const inputsByTask = new Map(options.inputs);
  const { getSnapshot: state, subscribe, update } = store;
  const account = sessionAccount(store, options, {
    onSignOut() {
      listing.end();
      run.forget();
    },
    onOtherAccount() {
      listing.end();
      run.cancel(accountChanged());
    },
    onToken() {
      void lookUpChat();
      // A listing that failed may have failed because of the previous token.
      const { task, models } = state();
      if (task && (models.status === 'idle' || models.status === 'failed')) void listing.list(models.search);
    },
  });
  const { connection } = account;
  const listing = modelListing(store, connection);
  const run = sessionRun(store, connection);

  /** Keeps what is known of the last place until it is known of the new one. */
  async function lookUpChat(): Promise<void> {
    const job = lookingUpChat.start();
    const chatSupport = await findChatSupport(job.signal);
    if (job.isCurrent()) update({ chatSupport });
    job.finish();
  }

  async function findChatSupport(signal: AbortSignal): Promise<ChatSupport> {
    const { task, model, choices } = state();
    if (!task?.conversation || !hasTarget({ model, choices })) return 'none';
    const code = await import('../request/route.ts').catch(() => undefined);
    // A lookup that was canceled is of no use any more.
    const support = code?.getChatSupport(connection(), task, getChosenPlace({ model, choices }), signal);
    return (await support?.catch(() => undefined)) ?? 'none';
  }

  /** The inputs that can be restored once the current ones are replaced. */
  function withCurrent(by: Replacement): readonly ReplacedInputs[] {
    const { values, drafts, parameters, chat, replaced, replacedBy } = state();
    if (by === 'example' && replacedBy === 'example') return replaced;
    return [...replaced, { by, values, drafts, parameters, chat }].slice(-MAX_REPLACED);
  }

  function chooseTask(id: string): void {
    const task = getTask(id);
    const previous = state();
    if (previous.task === task) {
      if (id === task.id || id === previous.taskName) return;
      // Another alias may have another default model.
      update({ taskName: id });
      return void listing.list();
    }
    listing.forget();
    run.forget();
    if (previous.task) inputsByTask.set(previous.task.id, getInputs(previous));
    const inputs = { ...emptyInputs(task), choices: {}, ...inputsByTask.get(task.id) };
    const choices = { ...inputs.choices, billTo: previous.choices.billTo };
    const nothing = { model: undefined, models: noModels, replaced: [], replacedBy: undefined };
    const chatSupport = undefined;
    update({ task, taskName: id, ...inputs, choices, ...nothing, chatSupport });
    void lookUpChat();
    void listing.list();
  }

  function chooseModel(id: string): void {
    if (state().model === id) return;
    run.forget();
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

  if (options.token !== undefined) account.use(options.token, options.account);

  return {
    getSnapshot: state,
    subscribe,
    connection,

    signIn: (pasted) => account.signIn(() => checkAccessToken(pasted, connection().hubUrl)),
    signInWith: (result) => account.signIn(() => result.accessToken, toGrant(result)),
    signOut: account.signOut,
    adoptToken: account.adoptToken,
    refreshIdentity: account.refreshIdentity,

    chooseTask,

    openRun({ task, model, inputs, run: restored = idleRun, isTrusted }) {
      chooseTask(task);
      if (model !== undefined) chooseModel(model);
      run.forget();
      const replaced = withCurrent('run');
      const { endpointUrl, billTo } = inputs.choices;
      const confirmable = [endpointUrl, billTo].filter((choice) => choice !== undefined);
      const others = state().unconfirmed.filter((choice) => !confirmable.includes(choice));
      const unconfirmed = isTrusted ? others : [...others, ...confirmable];
      update({ ...inputs, model, run: restored, replaced, replacedBy: 'run', unconfirmed });
      void lookUpChat();
    },

    showRun(earlier) {
      if (state().run.status === 'idle') update({ run: earlier });
    },

    confirm(name) {
      const { choices, unconfirmed } = state();
      update({ unconfirmed: unconfirmed.filter((choice) => choice !== choices[name]) });
    },

    inputsByTask() {
      const { task } = state();
      const now = { ...state(), ...endUnanswered(state()) };
      return task ? new Map(inputsByTask).set(task.id, getInputs(now)) : new Map(inputsByTask);
    },

    listModels: (search) => void listing.list(search),
    filterModels: (only) => update({ availableOnly: only }),

    chooseModel,

    setValue(name, value, draft) {
      const values = { ...state().values, [name]: value };
      update({ values, drafts: { ...state().drafts, [name]: draft }, replacedBy: undefined });
    },

    fillExample(values) {
      const replaced = withCurrent('example');
      const kept = Object.entries(state().drafts).filter(([name]) => !Object.hasOwn(values, name));
      const drafts = Object.fromEntries(kept);
      update({ values: { ...state().values, ...values }, drafts, replaced, replacedBy: 'example' });
    },

    setParameters: (parameters) => update({ parameters }),
    setChoices(choices) {
      const { provider, endpointUrl } = state().choices;
      update({ choices });
      if (choices.provider !== provider || choices.endpointUrl !== endpointUrl) void lookUpChat();
    },
    changeChat: (change) => update({ chat: { ...state().chat, ...change } }),

    editMessage(at = state().chat.exchanges.length - 1) {
      const edit = withEdit(state(), at);
      if (isRunning(state()) || !edit.chat) return;
      update({ ...edit, replaced: withCurrent('edit'), replacedBy: 'edit' });
    },
    cancelEdit: () => update(withoutEdit(state())),
    newChat(count) {
      run.forget();
      update({ ...withNewChat(state(), count), replaced: withCurrent('new-chat'), replacedBy: 'new-chat' });
    },
    showDraft(at, index) {
      if (!isRunning(state())) update({ run: idleRun, ...withDraft(state(), at, index) });
    },

    run: run.run,
    resume: run.resume,
    regenerate: run.regenerate,
    continueAnswer: run.continueAnswer,
    cancel: () => run.cancel(),
    onRunEnd: run.onRunEnd,

    clear() {
      run.forget();
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
      run.forget();
      const { task, clearCount } = state();
      const nothing = { choices: {}, replaced: [], replacedBy: undefined };
      update({ ...emptyInputs(task), ...nothing, clearCount: clearCount + 1 });
    },

    dispose() {
      listing.forget();
      for (const part of [run, account]) part.dispose();
      lookingUpChat.cancel();
    },
  };
}
