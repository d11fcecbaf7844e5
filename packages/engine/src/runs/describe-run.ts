import { ulid } from 'ulid';
import { getMessage } from '../errors/index.ts';
import { resultSummary } from '../media/index.ts';
import type { InferenceRequest } from '../request/index.ts';
import { isRecord, tokenRemover } from '../text/index.ts';
import { restoreInputs, storeInputs, type RunInputs } from './inputs.ts';
import type { MediaStore } from './media.ts';
import { restoreRunState, storeResult, type RunEnding } from './result.ts';
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
  const clean = tokenRemover(token);
  // Not in the JSON text, in which a backslash before the token escapes it.
  const cleanValue = (_name: string, value: unknown) => {
    if (typeof value === 'string') return clean(value);
    if (!isRecord(value) || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [clean(name), entry]));
  };
  const cleanRun = JSON.parse(JSON.stringify(run, cleanValue)) as RunFile;
  return { stored: { run: cleanRun, media }, output: clean(output) };
}

/** The result or error of a stored run on one line. */
export async function storedOutput(stored: StoredRun): Promise<string> {
  const { inputs } = await restoreInputs(stored);
  const { result, error, text } = await restoreRunState(stored, inputs);
  return getOutput({ result, error, partial: text });
}

function getOutput({ result, error, partial = '' }: Pick<RunEnding, 'result' | 'error' | 'partial'>): string {
  if (result) return resultSummary(result.view);
  return error && (error.outcome !== 'canceled' || partial === '') ? getMessage(error) : partial;
}
