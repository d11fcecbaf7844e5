import { ulid } from 'ulid';
import { CanceledError, getMessage } from '../errors/index.ts';
import { resultSummary } from '../media/index.ts';
import type { EndedRun } from '../request/index.ts';
import { withoutToken } from '../text/index.ts';
import { storeInputs, type RunInputs } from './inputs.ts';
import type { MediaStore } from './media.ts';
import { storeResult } from './result.ts';
import type { RunFile, StoredRun } from './run-file.ts';

/** A run with its result, ready to be stored, and the result or error on one line. */
export interface RecordedRun {
  readonly stored: StoredRun;
  readonly output: string;
}

/**
 * Describes a run as a run file. Reads its files.
 * @param ended undefined for inputs that were not run
 * @param token removed wherever it occurs
 * @throws InputError if a file changed or can no longer be read
 */
export async function describeRun(
  inputs: RunInputs,
  ended: EndedRun | undefined,
  token: string | undefined,
): Promise<RecordedRun> {
  const media: MediaStore = new Map();
  const setup = await storeInputs(inputs, ended?.request?.model, media);
  const result = ended && (await storeResult(ended, media));
  const run: RunFile = { tryout: 1, id: ulid(ended?.startedAt.getTime()), ...setup, result };
  const output = ended ? getOutput(ended) : '';
  const clean = (text: string) => withoutToken(text, token);
  return { stored: { run: JSON.parse(clean(JSON.stringify(run))) as RunFile, media }, output: clean(output) };
}

function getOutput(run: EndedRun): string {
  if (run.status === 'done') return resultSummary(run.result.view);
  if (run.status === 'failed') return getMessage(run.error);
  return run.partial?.text || getMessage(new CanceledError());
}
