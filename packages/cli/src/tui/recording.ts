import { getMessage, onRunEnd, type History, type SessionRun, type TaskInputs } from '@tryout/engine';
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

  async function record({ inputs, describe }: SessionRun): Promise<void> {
    try {
      const described = describe();
      memory.storedRuns.set(inputs, async () => (await described).stored);
      const { stored, output } = await described;
      await (await history()).add(stored, output);
      newest = inputs;
    } catch (error) {
      if (!hasFailed) notify(`This run was not recorded: ${getMessage(error)}`, 'error');
      hasFailed = true;
    }
  }

  const stop = onRunEnd(session, (run) => {
    if (isRecording) pending = Promise.all([pending, record(run)]);
    else memory.storedRuns.set(run.inputs, async () => (await run.describe()).stored);
  });

  return {
    /** Resolves when all runs that have ended are recorded. */
    settled: () => pending,
    /**
     * Stops recording and waits for runs that are being recorded, up to 3 seconds.
     * @returns the inputs of the newest run in the history, if it is one of this session
     */
    async end(): Promise<TaskInputs | undefined> {
      stop();
      await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, MAX_WAIT).unref())]);
      return newest;
    },
  };
}
