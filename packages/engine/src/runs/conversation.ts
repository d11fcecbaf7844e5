import { addAnswer, initialState, type TaskInputs } from '../session/index.ts';
import { taskNamed } from '../tasks/index.ts';
import { restoreInputs } from './inputs.ts';
import { restoreRun } from './result.ts';
import type { StoredRun } from './run-file.ts';

/**
 * The inputs that continue a stored conversation: what was said, with the answer of the run, and no message. Undefined
 * for other runs, and without an answer.
 */
export async function continuedInputs(stored: StoredRun): Promise<TaskInputs | undefined> {
  const { inputs } = await restoreInputs(stored);
  const run = await restoreRun(stored, inputs);
  if (run?.status !== 'done') return undefined;
  const task = taskNamed(stored.run.task);
  const { chat } = addAnswer({ ...initialState, task, run }, run.result);
  if (!chat) return undefined;
  const { id = stored.run.id, system = '', drafts } = inputs.chat ?? {};
  const [last] = chat.exchanges.slice(-1);
  const exchanges = [...chat.exchanges.slice(0, -1), ...(last ? [{ ...last, drafts }] : [])];
  return { ...inputs, values: {}, chat: { id, system, exchanges, images: [] } };
}
