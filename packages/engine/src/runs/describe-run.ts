import { ulid } from 'ulid';
import { getMessage } from '../errors/index.ts';
import { resultSummary } from '../media/index.ts';
import type { InferenceRequest } from '../request/index.ts';
import { withoutToken } from '../text/index.ts';
import { storeInputs, type RunInputs } from './inputs.ts';
import type { MediaStore } from './media.ts';
import { storeResult, type RunEnding } from './result.ts';
import type { RunFile, StoredRun } from './run-file.ts';

/** A run with its result, ready to be stored, and the result or error on one line. */
export interface RecordedRun {
  readonly stored: StoredRun;
  readonly output: string;
}

/**
 * Describes a run as a run file. Reads its files.
 * @param request undefined if the run ended before there was one
 * @param token removed wherever it occurs
 * @throws InputError if a file changed or can no longer be read
 */
export async function describeRun(
  inputs: RunInputs,
  request: InferenceRequest | undefined,
  ending: RunEnding | undefined,
  token: string | undefined,
): Promise<RecordedRun> {
  const media: MediaStore = new Map();
  const setup = await storeInputs(inputs, request?.model, media);
  const result = ending && (await storeResult(ending, media));
  const run: RunFile = { tryout: 1, id: ulid(ending?.startedAt.getTime()), ...setup, result };
  const output = ending ? getOutput(ending) : '';
  const clean = (text: string) => withoutToken(text, token);
  return { stored: { run: JSON.parse(clean(JSON.stringify(run))) as RunFile, media }, output: clean(output) };
}

function getOutput({ result, error, partial = '' }: RunEnding): string {
  if (result) return resultSummary(result.view);
  return error && (error.outcome !== 'canceled' || partial === '') ? getMessage(error) : partial;
}
