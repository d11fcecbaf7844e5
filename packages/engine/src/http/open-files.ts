import { isRecord } from '../text/index.ts';
import { pause } from './deadlines.ts';

/** Whether something failed because too many files and connections were open. */
export function isOutOfHandles(error: unknown): boolean {
  if (!isRecord(error)) return false;
  return ['EMFILE', 'ENFILE'].includes(String(error['code'])) || isOutOfHandles(error['cause']);
}

/** Milliseconds. */
const PAUSE = 50;
const MAX_WAIT = 60_000;

/** Repeats work while too many files and connections are open. */
export async function whenHandlesAreFree<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const started = performance.now(); ; await pause(PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfHandles(error) || performance.now() - started > MAX_WAIT) throw error;
    }
  }
}
