import {
  createComparison,
  createRunSpec,
  createStore,
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
import type { App } from './app-context.ts';
import { watchUser } from './watch-user.ts';
import { isRecording } from './preferences.ts';

/** The runs of a comparison, and how they are shown. */
export interface ComparedRuns {
  readonly task: Task;
  /** The token at the time: the next user does not see the runs. */
  readonly token: string | undefined;
  /** Missing for runs that were not started together. */
  readonly group?: string;
  readonly runs: readonly ComparedRun[];
  /** What they were started with. */
  readonly inputs: TaskInputs;
  /** In a blind comparison, the positions of the runs in a random order, and the winner's, or a tie. */
  readonly order?: readonly number[];
  readonly vote?: number | 'tie';
}

/** The comparison that is shown. It outlives its screen, for example when its first model is removed. */
export const comparedRuns = createStore<ComparedRuns | undefined>(undefined);

/** Milliseconds between updates while answers are streamed. */
const INTERVAL = 100;

let current: Comparison | undefined;
/** Runs that are being recorded. */
let recording = Promise.resolve();

/** Runs all candidates on the same inputs, and records the runs. Resolves when all have ended. */
export async function startComparison(
  app: App,
  task: Task,
  inputs: TaskInputs,
  candidates: readonly Candidate[],
  isBlind: boolean,
  chats?: readonly ChatState[],
): Promise<void> {
  current?.cancel();
  const connection = app.session.connection();
  const spec = createRunSpec(task, inputs);
  const comparison = createComparison({ connection, spec, candidates, chats });
  current = comparison;
  comparison.onRunEnd((ended) => {
    recording = recording.then(() => record(app, comparison, ended));
  });
  const order = isBlind ? { order: shuffleCandidates(candidates.length) } : undefined;
  const show = () => {
    const isCurrent = current === comparison;
    if (isCurrent) {
      const { token } = connection;
      comparedRuns.set({ task, token, inputs, ...comparison.getSnapshot(), ...order });
    }
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
    if (now === statuses) return void (timer ??= setTimeout(() => ((timer = undefined), show()), INTERVAL));
    statuses = now;
    show();
  });
  const unsubscribe = watchUser(app.session, () => comparison.cancel());
  await comparison.run().finally(unsubscribe);
}

async function record({ history, notices }: App, comparison: Comparison, ended: SessionRun): Promise<void> {
  if (isRefused(ended.run) || !isRecording()) return;
  try {
    const { stored, output } = await describeSessionRun(comparison, ended);
    await (await history()).add(stored, output);
  } catch (error) {
    notices.show(`This run was not recorded. ${getMessage(error)}`);
  }
}

/** Cancels a run by its position, or all. */
export function cancelCompared(index?: number): void {
  current?.cancel(index);
}

/** Shows runs that were not started together: recorded ones, or that of the session. */
export function showCompared(
  { session }: App,
  task: Task,
  inputs: TaskInputs,
  runs: readonly ComparedRun[],
): void {
  current = undefined;
  comparedRuns.set({ task, token: session.connection().token, inputs, runs });
}

/** Picks the winner of a blind comparison, by its position, and adds the vote to the history. */
export async function voteFor({ history, notices }: App, vote: number | 'tie'): Promise<void> {
  const { group } = comparedRuns.getSnapshot()!;
  comparedRuns.set({ ...comparedRuns.getSnapshot()!, vote });
  try {
    await recording;
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
