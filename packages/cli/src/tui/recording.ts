import {
  describeSessionRun,
  getMessage,
  isRefused,
  type History,
  type RecordedRun,
  type Session,
  type TaskInputs,
} from '@tryout/engine';
import { explainReplaced } from '../context/errors.ts';
import type { Notify, PickerSettings } from './hooks/use-picker.ts';

/** Milliseconds that leaving the picker waits for runs that are being recorded. */
const MAX_WAIT = 3000;

/** Remembers the session's runs as run files, and records them in the history. The first failure becomes a notice. */
export function startRecording(
  { session, memory, isRecording }: Pick<PickerSettings, 'session' | 'memory' | 'isRecording'>,
  history: () => Promise<History>,
  notify: Notify,
) {
  let newest: TaskInputs | undefined;
  let hasFailed = false;
  let pending: Promise<unknown> = Promise.resolve();

  async function record(inputs: TaskInputs, recordedRun: Promise<RecordedRun>): Promise<void> {
    try {
      const { stored, output } = await recordedRun;
      await (await history()).add(stored, output);
      newest = inputs;
    } catch (error) {
      if (!hasFailed) notify(`This run was not recorded: ${getMessage(explainReplaced(error))}`, 'error');
      hasFailed = true;
    }
  }

  /** Records the runs of the session or a comparison. @returns unsubscribes */
  const follow = (source: Pick<Session, 'connection' | 'onRunEnd'>) =>
    source.onRunEnd((endState) => {
      const { inputs } = endState.run;
      const describe = () => describeSessionRun(source, endState);
      const recordedRun = isRecording && !isRefused(endState.run) ? describe() : undefined;
      memory.storedRuns.set(inputs, async () => (await (recordedRun ?? describe())).stored);
      if (recordedRun) pending = Promise.all([pending, record(inputs, recordedRun)]);
    });
  const unsubscribe = follow(session);

  return {
    follow,
    /** Resolves when all runs that have ended are recorded. */
    settled: () => pending,
    /**
     * Stops recording and waits for runs that are being recorded, up to 3 seconds.
     * @returns the inputs of the newest run in the history, if it is one of this session
     */
    async dispose(): Promise<TaskInputs | undefined> {
      unsubscribe();
      await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, MAX_WAIT).unref())]);
      return newest;
    },
  };
}
