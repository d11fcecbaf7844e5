import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { InputError, SaveError } from '../errors/index.ts';
import { requireSendable, tooManyValues } from '../fields/index.ts';
import { parseWebUrl } from '../http/index.ts';
import { MAX_CANDIDATES, MIN_CANDIDATES, separatePlace } from '../spec/index.ts';
import { taskNamed } from '../tasks/index.ts';
import { isRecord, parseBounded, visibleLine } from '../text/index.ts';
import {
  runSchema,
  type RunFile,
  type StoredChat,
  type StoredDrafts,
  type StoredFile,
  type StoredInput,
  type StoredExchange,
  type StoredImage,
} from './run-schema.ts';

export type * from './run-schema.ts';
export { MAX_DRAFT_DEPTH, votes } from './run-schema.ts';

/** A run with the bytes of its files, by their SHA-256. Files that are not at hand are missing. */
export interface StoredRun {
  readonly run: RunFile;
  readonly media: ReadonlyMap<string, Blob>;
}

/** Bytes; larger files are an error. */
export const MAX_RUN_FILE = 160 * 1024 * 1024;

export const UPDATE_HINT = 'Update Tryout to open it.';

/**
 * Reads and checks a run file.
 * @param name of the file, for errors
 * @throws InputError with the place of what is wrong
 */
export function parseRunFile(content: string, name: string): RunFile {
  const value = parsed(content, name);
  const run = checkRun(value, name);
  requireSendable(value, name);
  return run;
}

const group = v.strictObject({
  tryout: v.literal(1),
  group: v.pipe(v.string(), v.ulid()),
  runs: v.pipe(v.array(v.unknown()), v.minLength(MIN_CANDIDATES), v.maxLength(MAX_CANDIDATES)),
});

/** The runs of a comparison as one JSON object. */
interface GroupFile extends Omit<v.InferOutput<typeof group>, 'runs'> {
  readonly runs: readonly RunFile[];
}

/**
 * Reads a run file, or the runs of a comparison, which have the same inputs.
 * @throws InputError with the place of what is wrong
 */
export function parseRunFiles(content: string, name: string): readonly RunFile[] {
  const value = parsed(content, name);
  if (!isRecord(value) || !('runs' in value)) return [parseRunFile(content, name)];
  requireVersion(value, name);
  const checked = v.safeParse(group, value, { abortEarly: true });
  if (!checked.success) throw invalid(name, getProblem(checked.issues[0]));
  requireSendable(value, name);
  const runs = checked.output.runs.map((each, index) => ({
    ...checkRun(each, name),
    group: checked.output.group,
    candidate: index + 1,
  }));
  const setups = new Set(
    runs.map(({ task, inputs, chat }) => JSON.stringify([task, inputs, withoutAnswers(chat)], withoutData)),
  );
  if (setups.size > 1) throw invalid(name, 'its runs have different inputs');
  if (runs.some(({ endpointUrl }) => endpointUrl !== undefined))
    throw invalid(name, 'comparisons have no endpointUrl');
  if (runs.some(({ model }) => model === undefined)) throw invalid(name, 'a model is missing');
  return runs;
}

const withoutData = (key: string, value: unknown) => (key === 'data' ? undefined : value);

/** @throws InputError for a value of a later version, or of another format */
function requireVersion(value: unknown, name: string): void {
  const version = (value as { tryout?: unknown } | null)?.tryout;
  if (typeof value !== 'object' || value === null || version === undefined)
    throw new InputError(`${name} is not a run file`, { hint: 'Choose a run file (*.run.json).' });
  if (typeof version === 'number' && version > 1)
    throw new InputError(`${name} has version ${version} of the run format`, {
      hint: UPDATE_HINT,
    });
}

/** @throws InputError */
function checkRun(value: unknown, name: string): RunFile {
  requireVersion(value, name);
  const checked = v.safeParse(runSchema, value, { abortEarly: true });
  if (!checked.success) throw invalid(name, getProblem(checked.issues[0]));
  const { task, model, provider, endpointUrl } = checked.output;
  const run = { ...checked.output, ...separatePlace({ model, provider, endpointUrl }) };
  const { fields, conversation } = taskNamed(task);
  const input = Object.keys(run.inputs).find((each) => !Object.hasOwn(fields, each));
  const ofChat = (['chat', 'schema'] as const).find((key) => run[key] !== undefined && !conversation);
  const unknown = findDropped(value, checked.output) ?? (input === undefined ? ofChat : `inputs.${input}`);
  if (unknown !== undefined) throw invalid(name, `${visibleLine(unknown)} is unknown`);
  if (run.endpointUrl !== undefined) parseWebUrl(run.endpointUrl);
  return run;
}

function parsed(content: string, name: string): unknown {
  try {
    return parseBounded(content, () => tooManyValues(name));
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`${name} is not valid JSON`, { hint: 'Choose a run file (*.run.json).', cause });
  }
}

/** The path of a key that the schema dropped: it does not see names of every object, such as `__proto__`. */
function findDropped(original: unknown, checked: unknown): string | undefined {
  if (!isRecord(original) || !isRecord(checked) || original === checked) return undefined;
  for (const key of Object.keys(original)) {
    if (!Object.hasOwn(checked, key)) return key;
    const inside = findDropped(original[key], checked[key]);
    if (inside !== undefined) return `${key}.${inside}`;
  }
  return undefined;
}

function invalid(name: string, problem: string): InputError {
  return new InputError(`${name} is not a valid run file: ${problem}`, {
    hint: 'Save the run again, or correct the file.',
  });
}

function getProblem(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'the file';
  if (issue.received === 'undefined') return `${place} is missing`;
  return issue.expected === 'never' ? `${place} is unknown` : `${place} is invalid`;
}

/** A run, or the runs of a comparison as one value. */
export function toRunFile(runs: readonly RunFile[]): RunFile | GroupFile {
  const run = runs[0]!;
  return runs.length > 1 ? { tryout: 1, group: run.group!, runs } : run;
}

/** A new ID, which sorts after earlier ones, unless the clock is wrong. @param time in milliseconds; now by default */
export function createRunId(time = Date.now()): string {
  // ULIDs begin in 1970.
  return ulid(Math.max(1, time));
}

/**
 * A run file as text, indented; without `data` if the media are elsewhere.
 * @throws SaveError for one that could not be read again
 */
export function runFileText(run: RunFile | GroupFile): string {
  const text = `${JSON.stringify(run, null, 2)}\n`;
  try {
    parseRunFiles(text, 'The run');
  } catch (cause) {
    throw new SaveError('The run cannot be saved, because its file could not be read again', { cause });
  }
  return text;
}

/** The files that a run refers to, of inputs, messages and result. */
export function getFiles({ inputs, chat, result }: RunFile): StoredFile[] {
  const turns = [...listTurns(chat?.exchanges), ...(chat?.drafts?.others ?? []).flatMap(listTurns)];
  const pictures = turns.flatMap((turn) => turn.pictures ?? []);
  const parts = [...Object.values(inputs), ...pictures, ...(chat?.pictures ?? []), ...(result?.media ?? [])];
  return parts.filter(isStoredFile);
}

/** All exchanges of a conversation, with those of its drafts. */
function listTurns(turns: readonly StoredExchange[] = []): StoredExchange[] {
  return turns.flatMap((turn) => [turn, ...(turn.drafts?.others ?? []).flatMap((other) => listTurns(other))]);
}

/** A conversation as it is sent: without what is known of its answers. */
export function withoutAnswers(chat: StoredChat | undefined): StoredChat | undefined {
  const withoutAll = (turns: readonly StoredExchange[]): StoredExchange[] =>
    turns.map(({ model: _model, result: _result, drafts, ...turn }) => ({
      ...turn,
      drafts: ofDrafts(drafts),
    }));
  const ofDrafts = (drafts: StoredDrafts | undefined) =>
    drafts && { ...drafts, others: drafts.others.map(withoutAll) };
  return (
    chat && {
      ...chat,
      exchanges: chat.exchanges && withoutAll(chat.exchanges),
      drafts: ofDrafts(chat.drafts),
    }
  );
}

export function isStoredFile(part: StoredInput | StoredImage): part is StoredFile {
  return typeof part === 'object' && 'sha256' in part;
}

/** SHA-256 in hexadecimal, read in pieces. */
export async function hashBlob(blob: Blob): Promise<string> {
  const hash = sha256.create();
  const reader = blob.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
  return bytesToHex(hash.digest());
}
