import {
  addAnswer,
  getBlindName,
  getInputs,
  hasChangedSinceRun,
  idleRun,
  isConversational,
  isFinished,
  nameCandidates,
  policies,
  shortModelName,
  visibleLine,
  withProvider,
  type Candidate,
  type ComparedRun,
  type RunState,
  type SessionState,
  type Task,
  type TaskInputs,
} from '@tryout/engine';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp, useSessionState, type PlacedRun } from '../../state/app-context.ts';
import {
  cancelCompared,
  cancelOne,
  describeComparison,
  isComparing,
  showCompared,
  startComparison,
} from '../../state/comparison.ts';
import { toComparisonPath, toPath } from '../../state/routes.ts';
import { watchUser } from '../../state/watch-user.ts';
import { ADD_MODEL } from '../../parts/models/add-model.tsx';

/** A model that is compared. */
export interface Compared extends PlacedRun {
  /** Its place among the candidates. */
  readonly index: number;
  /** As it is shown. */
  readonly name: string;
}

export type ComparisonView = ReturnType<typeof useComparison>;

/** The candidates of the URL with their runs, and what can be done with them. */
export function useComparison(task: Task, candidates: readonly Candidate[]) {
  const app = useApp();
  const { session } = app;
  const navigate = useNavigate();
  const state = useSessionState((now) => now);
  const isChat = isConversational(state);
  const stored = useStoredRuns(task, candidates);
  const [isBlind, setBlind] = useState(false);
  const [continuedIndex, continueWith] = useState<number>();
  const { runs, inputs, group, vote } = stored;
  const isBusy = isComparing(runs);
  const done = runs.flatMap(({ run }, index) => (run.result ? [index] : []));
  const isHidden = stored.order !== undefined && vote === undefined && (isBusy || done.length > 1);
  const order = stored.order ?? [...runs.keys()];
  const names = getNames(runs);
  const columns = order.map((index, place): Compared => {
    const name = isHidden ? getBlindName(place) : names[index]!;
    return { ...runs[index]!, index, name };
  });
  /** The one whose answer the next message follows in all chats. Otherwise each model has its own. */
  const continued = done.find((index) => index === continuedIndex);
  const isStale = inputs !== undefined && done.length > 0 && hasChanged(state, inputs);

  const show = (next: readonly Candidate[]) => void navigate(toComparisonPath(task.id, next));

  /** The conversation with a candidate's answer; for one that has not run, that of the first one. */
  function getChat(index: number): SessionState['chat'] {
    const compared = runs[index]?.run.inputs ? runs[index] : runs[done[0] ?? index];
    const { run } = compared ?? {};
    const chat = run?.inputs?.chat;
    if (!isChat || !run || !chat) return session.getSnapshot().chat;
    return (run.result && addAnswer({ ...state, chat, run }, run.result).chat) ?? chat;
  }

  /** @returns the inputs of the session, as they are now */
  function openInputs(change: Partial<TaskInputs>, model = state.model, run?: RunState): void {
    const current = { ...getInputs(session.getSnapshot()), ...change };
    const result = run && isFinished(run) ? run : undefined;
    // Files that several runs share would count as changed inputs.
    const shown = result && { ...result, inputs: isStale ? result.inputs : current };
    session.openRun({ task: task.id, model, inputs: current, run: shown, isTrusted: true });
  }

  async function run(): Promise<void> {
    if (candidates.length < 2) return document.getElementById(ADD_MODEL)?.focus();
    const { provider, endpointUrl: _url, ...choices } = state.choices;
    // A provider may run only one of the models.
    const policy = policies.find((each) => each === provider);
    const { id = String(Date.now()), ...chat } = session.getSnapshot().chat;
    // All turns are one entry of the history.
    const chats = runs.map((_, index) => ({ ...getChat(continued ?? index), id }));
    const own = {
      ...getInputs(session.getSnapshot()),
      chat: { ...chat, id, exchanges: chats[0]!.exchanges },
      choices: { ...choices, provider: policy },
    };
    const all = runs.map(({ candidate }) => candidate);
    const ended = startComparison(app, task, own, all, isBlind, chats);
    continueWith(undefined);
    if (!isChat) return ended;
    const message = task.conversation!.message;
    session.setValue(message, undefined);
    openInputs({ chat: { ...own.chat, images: [] } });
    let isOtherUser = false;
    const unsubscribe = watchUser(session, () => (isOtherUser = true));
    await ended.finally(unsubscribe);
    if (isOtherUser) return;
    const { runs: last = [] } = app.memory.compared.getSnapshot() ?? {};
    const isLost = last.every(({ run }) => !run.result) && !session.getSnapshot().values[message];
    if (isLost) session.setValue(message, own.values[message]);
  }

  /** Leaves the comparison with a model and its result. */
  function leaveWith(index: number): void {
    const { candidate, run } = runs[index]!;
    const { model, provider } = candidate;
    const choices = provider === undefined ? state.choices : withProvider(state.choices, provider);
    cancelCompared(app);
    app.memory.compared.set(undefined);
    openInputs({ choices, chat: getChat(index) }, model, isChat ? undefined : run);
    void navigate(toPath({ task: task.id, model }));
  }

  function remove(index: number): void {
    cancelOne(app, runs[index]!);
    const rest = runs.toSpliced(index, 1);
    if (rest.length < 2) return leaveWith(index === 0 ? runs.length - 1 : 0);
    showCompared(app, task, inputs ?? getInputs(state), rest);
    show(rest.map(({ candidate }) => candidate));
  }

  return {
    columns,
    group,
    vote,
    inputs,
    isBusy,
    isChat,
    isBlind,
    isHidden,
    isStale,
    /** Whether a winner can be picked. */
    canVote: isHidden && !isBusy,
    continued,
    /** How many exchanges the chats have in common. */
    sharedCount: countShared(runs),
    setBlind,
    continueWith,
    run,
    leaveWith,
    remove,
    add: (candidate: Candidate) => show([...candidates, candidate]),
    replace: (index: number, candidate: Candidate) => show(candidates.with(index, candidate)),
    cancel: () => cancelCompared(app),
    describe: () =>
      describeComparison(
        app,
        task,
        (!isStale && inputs) || getInputs(state),
        isStale ? withoutRuns(runs) : runs,
        group,
      ),
  };
}

function countShared(runs: readonly ComparedRun[]): number {
  const chats = runs.flatMap(({ run: { inputs } }) => (inputs?.chat ? [inputs.chat.exchanges] : []));
  const [first = []] = chats;
  const count = first.findIndex(({ prompt, answer }, at) =>
    chats.some((chat) => chat[at]?.prompt.text !== prompt.text || chat[at].answer !== answer),
  );
  return count === -1 ? first.length : count;
}

const withoutRuns = (runs: readonly ComparedRun[]) => runs.map((each) => ({ ...each, run: idleRun }));

/** Providers do not change the inputs, and a conversation continues. */
function hasChanged(state: SessionState, inputs: TaskInputs): boolean {
  const { conversation } = state.task ?? {};
  if (conversation && isConversational(state)) return false;
  const { choices, chat = state.chat } = inputs;
  return hasChangedSinceRun({ ...state, choices, chat, run: { ...idleRun, inputs } as unknown as RunState });
}

/** Short names, unless two are the same. */
function getNames(runs: readonly ComparedRun[]): readonly string[] {
  const names = nameCandidates(runs.map(({ candidate }) => candidate));
  const short = names.map(shortModelName);
  return short.map((name, index) =>
    visibleLine(short.filter((each) => each === name).length > 1 ? names[index]! : name),
  );
}

/** The same for a candidate of the URL and its run; a model may be compared with itself. */
function getKeys(candidates: readonly Candidate[]): readonly string[] {
  const names = candidates.map(({ model, provider = '' }) => `${model}:${provider}`);
  return names.map(
    (name, index) => `${name} ${names.slice(0, index).filter((each) => each === name).length}`,
  );
}

/** The candidates with their runs, as far as they have been run. */
function useStoredRuns(task: Task, candidates: readonly Candidate[]) {
  const app = useApp();
  const { session, memory } = app;
  const { compared } = memory;
  const last = useSyncExternalStore(compared.subscribe, compared.getSnapshot);
  const isOwn = last?.task === task && last.token === session.connection().token;
  const stored = isOwn ? last : undefined;
  const storedKeys = getKeys(stored?.runs.map(({ candidate }) => candidate) ?? []);
  const keys = getKeys(candidates);
  const runs = keys.map(
    (key, index): PlacedRun =>
      stored?.runs[storedKeys.indexOf(key)] ?? { candidate: candidates[index]!, run: idleRun },
  );
  const isWhole = keys.length === storedKeys.length && keys.every((key, index) => key === storedKeys[index]);
  const { inputs, group, order, vote } = stored ?? {};
  // The result of the model, from before it was compared, which may come later.
  const run = useSessionState((state) => state.run);
  const isLast = stored?.runs.every(
    (each) => candidates.length === 1 && each.run.startedAt! < run.startedAt!,
  );
  useEffect(() => {
    const [first] = candidates;
    const isModel = first !== undefined && first.model === session.getSnapshot().model;
    if (!isModel || isLast === false || !isFinished(run) || run.result?.run.route.conversation) return;
    showCompared(app, task, run.inputs, [{ candidate: first, run }]);
  }, [app, session, task, candidates, run, isLast]);
  return { runs, inputs, ...(isWhole && { group, order, vote }) };
}
