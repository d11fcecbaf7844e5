import { CanceledError, getMessage, SaveError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { resultSummary } from '../media/index.ts';
import type { EndedRun } from '../request/index.ts';
import type { RunSpec } from '../spec/index.ts';
import { attempt, isRecord, tokenRemover } from '../text/index.ts';
import { toStoredHub, type HubOfConnection } from './hub.ts';
import { restoreInputs, storeInputs } from './inputs.ts';
import type { MediaStore } from './media.ts';
import { restoreRun, storeResult } from './result.ts';
import { createRunId, runFileText, withoutAnswers, type StoredRun } from './run-file.ts';
import type { RunFile } from './run-schema.ts';

/** A run with its result, ready to be stored, and the result or error on one line. */
export interface RecordedRun {
  readonly stored: StoredRun;
  readonly output: string;
}

/**
 * Describes a run as a run file. Reads its files.
 * @param ended undefined for inputs that were not run
 * @param connection its hub is recorded, and its token removed wherever it occurs
 * @throws InputError if a file changed or can no longer be read
 */
export async function describeRun(
  spec: RunSpec,
  ended: EndedRun | undefined,
  connection: HubOfConnection & Pick<Connection, 'token'>,
): Promise<RecordedRun> {
  const media: MediaStore = new Map();
  const setup = await storeInputs(spec, ended?.request?.run.route.model, media);
  const result = ended && (await storeResult(ended, media));
  const run: RunFile = {
    tryout: 1,
    id: createRunId(ended?.startedAt.getTime()),
    ...setup,
    ...toStoredHub(connection),
    result,
  };
  const output = ended ? getOutput(ended) : '';
  const clean = tokenRemover(connection.token);
  // Not in the JSON text, in which a backslash before the token escapes it.
  const cleanValue = (_name: string, value: unknown) => {
    if (typeof value === 'string') return clean(value);
    if (!isRecord(value) || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [clean(name), entry]));
  };
  const cleanRun = JSON.parse(JSON.stringify(run, cleanValue)) as RunFile;
  return { stored: { run: toReadableRun(cleanRun), media }, output: clean(output) };
}

/**
 * A run that its reader accepts: without what is known of earlier answers, without the figures of its result, or with an
 * error in place of the result.
 */
function toReadableRun(run: RunFile): RunFile {
  const { status, value, media, partial, error, seconds, startedAt } = run.result ?? {};
  if (!status || seconds === undefined || startedAt === undefined) return run;
  const { code, name, message } = new SaveError(
    'The result is too large or nested too deeply to be recorded',
  );
  const times = { seconds: Math.max(0, seconds), startedAt };
  const plain = { ...run, chat: withoutAnswers(run.chat) };
  const results: RunFile['result'][] = [
    run.result,
    { status, value, media, partial, error, ...times },
    { status: 'failed', partial, error: { code, name, message }, ...times },
  ];
  const runs = [run, ...results.map((result) => ({ ...plain, result }))];
  return runs.find((each) => attempt(() => runFileText(each)) !== undefined) ?? run;
}

/** The result or error of a stored run on one line. */
export async function storedOutput(stored: StoredRun): Promise<string> {
  const { inputs } = await restoreInputs(stored);
  const ended = await restoreRun(stored, inputs);
  return ended ? getOutput(ended) : '';
}

function getOutput(run: EndedRun): string {
  if (run.status === 'done') return resultSummary(run.result.view);
  if (run.status === 'failed') return getMessage(run.error);
  return run.partial?.text || getMessage(new CanceledError());
}
