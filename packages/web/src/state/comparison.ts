import {
  createComparison,
  createRunSpec,
  describeRun,
  describeSessionRun,
  getMessage,
  isFinished,
  isRefused,
  isRunning,
  recordVote,
  shuffleCandidates,
  type Candidate,
  type ChatState,
  type ComparedRun,
  type Comparison,
  type SessionRun,
  type StoredRun,
  type Task,
  type TaskInputs,
} from '@tryout/engine';
import type { App, PlacedRun } from './app-context.ts';
import { watchUser } from './watch-user.ts';
import { isRecording } from './stored/preferences.ts';

/** Milliseconds between updates while answers are streamed. */
const INTERVAL = 100;

/** Runs all candidates on the same inputs, and records the runs. Resolves when all have ended. */
export async function startComparison(
  app: App,
  task: Task,
  inputs: TaskInputs,
  candidates: readonly Candidate[],
  isBlind: boolean,
  chats?: readonly ChatState[],
): Promise<void> {
  cancelCompared(app);
  const connection = app.session.connection();
  const spec = createRunSpec(task, inputs);
  const comparison = createComparison({ connection, spec, candidates, chats });
  let recorded = Promise.resolve();
  comparison.onRunEnd((ended) => {
    recorded = recorded.then(() => record(app, comparison, ended));
  });
  const order = isBlind ? { order: shuffleCandidates(candidates.length) } : undefined;
  const { compared } = app.memory;
  const { token } = connection;
  const { group, runs } = comparison.getSnapshot();
  const started = runs.map((each, place) => ({ ...each, place }));
  const isRecorded = () => recorded;
  compared.set({ task, token, inputs, comparison, group, runs: started, isRecorded, ...order });
  const showCurrent = () => {
    const shown = compared.getSnapshot();
    if (shown?.comparison !== comparison) return;
    const now = comparison.getSnapshot().runs;
    // Some may have been removed.
    const next = shown.runs.map((each) =>
      each.place === undefined ? each : { ...now[each.place]!, place: each.place },
    );
    compared.set({ ...shown, runs: next });
  };
  const getStatuses = () =>
    comparison
      .getSnapshot()
      .runs.map(({ run }) => run.status)
      .join();
  let statuses = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  comparison.subscribe(() => {
    const now = getStatuses();
    if (now === statuses)
      return void (timer ??= setTimeout(() => ((timer = undefined), showCurrent()), INTERVAL));
    statuses = now;
    showCurrent();
  });
  const unsubscribe = watchUser(app.session, () => comparison.cancel());
  await comparison.run().finally(unsubscribe);
}

async function record(app: App, comparison: Comparison, ended: SessionRun): Promise<void> {
  const { history, notices, session } = app;
  if (isRefused(ended.run) || !isRecording()) return;
  const isSignedOut = session.getSnapshot().signIn.status === 'signed-out';
  // Signing out canceled it, and has asked what to keep.
  if (ended.run.status === 'canceled' && isSignedOut) return;
  try {
    const { stored, output } = await describeSessionRun(comparison, ended);
    await (await history()).add(stored, output);
  } catch (error) {
    notices.show(`This run was not recorded. ${getMessage(error)}`);
  }
}

/** Cancels all runs. */
export function cancelCompared({ memory }: App): void {
  memory.compared.getSnapshot()?.comparison?.cancel();
}

/** Cancels one of the runs, if it was started with the others. */
export function cancelOne({ memory }: App, { place }: PlacedRun): void {
  if (place !== undefined) memory.compared.getSnapshot()?.comparison?.cancel(place);
}

/** Shows other runs: recorded ones, that of the session, or those that are left, of which some may be in progress. */
export function showCompared(
  { session, memory }: App,
  task: Task,
  inputs: TaskInputs,
  runs: readonly PlacedRun[],
): void {
  const comparison = isComparing(runs) ? memory.compared.getSnapshot()?.comparison : undefined;
  memory.compared.set({
    task,
    token: session.connection().token,
    inputs,
    runs,
    ...(comparison && { comparison }),
  });
}

/** Picks the winner of a blind comparison, by its position, and adds the vote to the history. */
export async function voteFor({ history, memory, notices }: App, vote: number | 'tie'): Promise<void> {
  const shown = memory.compared.getSnapshot()!;
  const { group } = shown;
  memory.compared.set({ ...shown, vote });
  try {
    await shown.isRecorded?.();
    const isRecorded = await recordVote(await history(), group!, vote === 'tie' ? undefined : vote);
    if (!isRecorded) notices.show('This vote does not count, because its runs are not in the history.');
  } catch (error) {
    notices.show(`This vote was not recorded. ${getMessage(error)}`);
  }
}

/** The candidates with these inputs, or their runs with their results, as run files. @throws InputError */
export async function describeComparison(
  { session }: App,
  task: Task,
  inputs: TaskInputs,
  runs: readonly ComparedRun[],
  group?: string,
): Promise<readonly StoredRun[]> {
  const all = runs.map(async ({ candidate: { model, provider, parameters }, run }) => {
    const choices = {
      ...inputs.choices,
      endpointUrl: undefined,
      provider: provider ?? inputs.choices.provider,
    };
    const chat = run.inputs?.chat ?? inputs.chat;
    const setup = { ...inputs, chat, choices, parameters: parameters ?? inputs.parameters, model };
    const ended = isFinished(run) ? run : undefined;
    return (await describeRun(createRunSpec(task, setup), ended, session.connection())).stored;
  });
  const stored = await Promise.all(all);
  return stored.map(({ run, media }, index) => ({
    run: { ...run, group: group ?? stored[0]!.run.id, candidate: index + 1 },
    media,
  }));
}

/** Whether any of the runs is in progress. */
export function isComparing(runs: readonly ComparedRun[]): boolean {
  return runs.some(isRunning);
}
