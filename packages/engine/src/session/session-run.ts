import { asFailure, type Failure } from '../errors/index.ts';
import { mayReceiveToken, type Connection } from '../http/index.ts';
import { addPiece, type EndedRun, type PerformOptions, type RunEvent } from '../request/index.ts';
import type { RunSpec } from '../spec/index.ts';
import {
  addAnswer,
  endUnanswered,
  afterSending,
  canContinue,
  getContinued,
  getRegenerated,
  getSent,
  isConversational,
} from './chat-turns.ts';
import { createListeners, jobSlot, loaded, type Store, createStore, type Observable } from './store.ts';
import { canRun, createRunSpec, expiredSignIn, getInputs, isRunning } from './session-queries.ts';
import {
  idleRun,
  type FinishedRun,
  type RunState,
  type SessionRun,
  type SessionState,
  type TaskInputs,
} from './session-state.ts';

/** The run of a session. */
export function sessionRun(store: Store<SessionState>, connection: () => Connection) {
  const running = jobSlot();
  const listeners = createListeners<[run: SessionRun]>();
  const state = store.getSnapshot;
  /** Reports the end of the current run. */
  let report: (run: FinishedRun) => void = () => undefined;

  /** Shows how the current run ended. Its conversation keeps what was answered. */
  function show(ended: EndedRun): FinishedRun {
    const before = state();
    const run = { ...ended, inputs: before.run.inputs ?? getInputs(before) };
    store.update({
      ...(ended.status === 'done' ? addAnswer(before, ended.result) : endUnanswered(before, ended)),
      run,
    });
    return run;
  }

  /** The state, in which a conversation has an ID. */
  function identified(): SessionState {
    const { chat } = state();
    // The time is unique enough in one history.
    if (chat.id === undefined && isConversational(state()))
      store.update({ chat: { ...chat, id: String(Date.now()) } });
    return state();
  }

  /** Cancels the current run, if any. @param error why, unless the user did it */
  function cancel(error?: Failure): void {
    const { run } = state();
    if (!running.cancel() || (run.status !== 'loading' && run.status !== 'streaming')) return;
    const { startedAt, request, partial } = run;
    const ended = { startedAt, seconds: secondsSince(startedAt), request, partial };
    report(show(error ? { status: 'failed', ...ended, error } : { status: 'canceled', ...ended }));
  }

  async function start(
    before: SessionState,
    change: Partial<SessionState> = {},
    queued?: PerformOptions['job'],
  ): Promise<void> {
    const { task } = before;
    if (!task) return;
    cancel();
    const job = running.start();
    const open = connection();
    const spec = createRunSpec(task, before);
    const inputs = getInputs(before);
    const startedAt = queued?.startedAt ?? new Date();
    let isReported = false;
    const reportOnce = (run: FinishedRun) => {
      if (isReported) return;
      isReported = true;
      const drafts = spec.chat && state().chat.exchanges[spec.chat.exchanges.length]?.drafts;
      const chat = drafts ? { ...spec.chat!, drafts } : spec.chat;
      listeners.notify({ spec: { ...spec, chat }, run });
    };
    report = reportOnce;
    // Before loading the code, so that a second click does not start another run.
    store.update({ ...change, run: { status: 'loading', inputs, startedAt } });
    const ended = await followRun(open, spec, {
      inputs,
      startedAt,
      signal: job.signal,
      job: queued,
      update(change) {
        if (job.isCurrent()) store.update({ run: change(state().run) });
      },
      onResult: (done) => void (job.isCurrent() && show(done)),
    });
    if (job.isCurrent()) show(ended);
    reportOnce(ended);
    if (!job.isCurrent()) return;
    job.finish();
    const mayHaveSentToken = !ended.request || mayReceiveToken(ended.request.wire.url, open);
    if (ended.status === 'failed' && open.token !== undefined && mayHaveSentToken)
      store.update(expiredSignIn(state(), ended.error));
  }

  return {
    cancel,

    /** Cancels the current run and forgets the last one. */
    forget(): void {
      cancel();
      store.update({ run: idleRun });
    },

    async run(): Promise<void> {
      if (!canRun(state())) return;
      const before = identified();
      await start(getSent(before), afterSending(before));
    },

    async resume(queued: NonNullable<PerformOptions['job']>): Promise<void> {
      const before = state();
      if (canRun(before) && before.run.status === 'idle') await start(before, {}, queued);
    },

    async regenerate(at = -1): Promise<void> {
      const { length } = state().chat.exchanges;
      const before = getRegenerated(identified(), at < 0 ? length + at : at);
      if (before && canRun(before)) await start(before);
    },

    async continueAnswer(): Promise<void> {
      const before = getContinued(identified());
      if (canContinue(state()) && canRun(before)) await start(before);
    },

    dispose: () => void running.cancel(),

    onRunEnd: listeners.add,
  };
}

function secondsSince(date: Date): number {
  return (Date.now() - date.getTime()) / 1000;
}

interface FollowOptions extends PerformOptions {
  readonly inputs: TaskInputs;
  readonly startedAt: Date;
  /** Changes the state in which the run is shown. */
  update(change: (run: RunState) => RunState): void;
}

/**
 * Performs a run of a session or a comparison, which shows it as loading, and updates its state until it ends. Never
 * throws.
 */
export async function followRun(
  connection: Connection,
  spec: RunSpec,
  { inputs, startedAt, update, onPrepared, onEvent, ...options }: FollowOptions,
): Promise<FinishedRun> {
  const ended = await loaded(() => import('../request/perform-run.ts')).then(
    ({ performRun }) =>
      performRun(connection, spec, {
        ...options,
        async onPrepared(prepared) {
          await onPrepared?.(prepared);
          update((run) => ({ ...run, request: prepared.request }) as RunState);
        },
        onEvent(event) {
          onEvent?.(event);
          update((run) => afterEvent(event, run));
        },
      }),
    (error: unknown): EndedRun => {
      return { status: 'failed', error: asFailure(error), startedAt, seconds: secondsSince(startedAt) };
    },
  );
  return { ...ended, inputs };
}

/** The state of a run after an event. */
function afterEvent(event: RunEvent, run: RunState): RunState {
  if (run.status !== 'loading' && run.status !== 'streaming') return run;
  const { inputs, startedAt, request } = run;
  const current = { inputs, startedAt, request };
  switch (event.type) {
    case 'text':
    case 'reasoning':
    case 'restart':
      return { ...current, status: 'streaming', partial: addPiece(run.partial, event) };
    case 'waiting':
      return { ...current, status: 'loading', waiting: { seconds: event.seconds } };
    case 'queue':
      return { ...current, status: 'loading', queue: event };
    case 'progress': {
      if (run.status === 'streaming') return run;
      const { phase, bytes, total } = event;
      return { ...current, status: 'loading', progress: { phase, bytes, total } };
    }
  }
}

/** A session as front ends show it. */
export interface PacedSession extends Observable<SessionState> {
  /** A snapshot that ignores the progress of a run. */
  getSteadySnapshot(): SessionState;
}

/**
 * Limits how often the progress of a run is shown, which may stream thousands of pieces. Other changes are shown at once.
 * @param interval milliseconds between updates during a run; listeners are called even if nothing arrived
 */
export function paceRuns(session: Observable<SessionState>, interval: number): PacedSession {
  const updates = createStore(0);
  let steady = session.getSnapshot();
  let latest = steady;
  let timer: ReturnType<typeof setInterval> | undefined;
  const update = () => {
    latest = session.getSnapshot();
    updates.set(updates.getSnapshot() + 1);
  };
  session.subscribe(() => {
    const state = session.getSnapshot();
    if (isOnlyProgress(steady, state)) return;
    steady = state;
    clearInterval(timer);
    timer = isRunning(state) ? setInterval(update, interval) : undefined;
    update();
  });
  return { subscribe: updates.subscribe, getSnapshot: () => latest, getSteadySnapshot: () => steady };
}

function isOnlyProgress(before: SessionState, after: SessionState): boolean {
  if (!isRunning(before) || before.run.status !== after.run.status) return false;
  const names = Object.keys({ ...before, ...after }) as (keyof SessionState)[];
  return names.every((name) => name === 'run' || before[name] === after[name]);
}
