import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { InputError } from '../errors/index.ts';
import { requireSendable, type JsonValue } from '../fields/index.ts';
import { webAddress } from '../http/index.ts';
import { taskNamed, type TaskId } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';

/** A file of a run. Its bytes are inside (`data`), in a file next to the run file, or in the history. */
export interface StoredFile {
  /** Base name, for example `photo.jpg`. */
  readonly file: string;
  /** Media type, for example `image/jpeg`. */
  readonly type: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Base64. */
  readonly data?: string | undefined;
}

/** A text, a list of texts, another value as JSON, or a file. */
export type StoredInput = string | readonly string[] | { readonly json: JsonValue } | StoredFile;

export type StoredPicture = StoredFile | { readonly url: string };

/** What a conversation sends with the next message. */
export interface StoredChat {
  readonly system?: string | undefined;
  readonly exchanges?:
    | readonly {
        readonly prompt: string;
        readonly pictures?: readonly StoredPicture[] | undefined;
        readonly answer: string;
      }[]
    | undefined;
  /** Pictures of the next message. */
  readonly pictures?: readonly StoredPicture[] | undefined;
}

export interface StoredResult {
  readonly status: 'done' | 'failed' | 'cancelled';
  /** The validated response, as `--json` prints it; missing for images and audio, which are in `media`. */
  readonly value?: unknown;
  readonly media?: readonly StoredFile[] | undefined;
  /** The text that had arrived when the run failed or was canceled. */
  readonly partial?: string | undefined;
  readonly error?:
    | {
        readonly name: string;
        readonly message: string;
        readonly status?: number | undefined;
        readonly url?: string | undefined;
        readonly hint?: string | undefined;
      }
    | undefined;
  readonly seconds: number;
  /** Who ran the model, according to the response. */
  readonly provider?: string | undefined;
  /** US dollars. */
  readonly cost?: number | undefined;
  /** Tokens. */
  readonly usage?: { readonly input: number; readonly output: number } | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly requestId?: string | undefined;
}

/** A run as one JSON object (docs/run-files.md). It never holds the user's token. */
export interface RunFile {
  readonly tryout: 1;
  /** ULID. */
  readonly id: string;
  readonly task: TaskId;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly endpointUrl?: string | undefined;
  readonly billTo?: string | undefined;
  /** By the names that were typed. */
  readonly parameters?: Readonly<Record<string, JsonValue>> | undefined;
  readonly stream?: boolean | undefined;
  readonly inputs: Readonly<Record<string, StoredInput>>;
  readonly chat?: StoredChat | undefined;
  readonly result?: StoredResult | undefined;
}

/** A run with the bytes of its files, by their SHA-256. Files that are not at hand are missing. */
export interface StoredRun {
  readonly run: RunFile;
  readonly media: ReadonlyMap<string, Blob>;
}

/** Bytes; larger files are an error. */
export const MAX_RUN_FILE = 256 * 1024 * 1024;

const text = v.string();
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const json = v.custom<JsonValue>((value) => value !== undefined);

/** Files are saved under these names, next to a run file. */
function isBaseName(name: string): boolean {
  return name.trim() !== '' && !/[\\/]/.test(name) && visibleLine(name) === name && !/^\.+$/.test(name);
}

const file = v.strictObject({
  file: v.pipe(text, v.maxLength(255), v.check(isBaseName)),
  type: v.pipe(text, v.regex(/^[\w.+-]+\/[\w.+-]+$/)),
  bytes: v.pipe(amount, v.integer()),
  sha256: v.pipe(text, v.regex(/^[0-9a-f]{64}$/)),
  data: v.optional(text),
});
const picture = v.union([v.strictObject({ url: v.pipe(text, v.regex(/^https:\/\//)) }), file]);
const pictures = v.optional(v.array(picture));

const schema = v.strictObject({
  tryout: v.literal(1),
  id: v.pipe(text, v.ulid()),
  task: text,
  model: v.optional(v.pipe(text, v.regex(/^[^:]+(?::[\w.-]+)?$/))),
  provider: v.optional(v.pipe(text, v.nonEmpty())),
  endpointUrl: v.optional(text),
  billTo: v.optional(v.pipe(text, v.regex(/^[\w.-]+$/))),
  parameters: v.optional(v.record(text, json)),
  stream: v.optional(v.boolean()),
  inputs: v.record(text, v.union([text, v.array(text), v.strictObject({ json }), file])),
  chat: v.optional(
    v.strictObject({
      system: v.optional(text),
      exchanges: v.optional(v.array(v.strictObject({ prompt: text, pictures, answer: text }))),
      pictures,
    }),
  ),
  result: v.optional(
    v.strictObject({
      status: v.picklist(['done', 'failed', 'cancelled']),
      value: v.optional(json),
      media: v.optional(v.array(file)),
      partial: v.optional(text),
      error: v.optional(
        v.strictObject({
          name: text,
          message: text,
          status: v.optional(amount),
          url: v.optional(text),
          hint: v.optional(text),
        }),
      ),
      seconds: amount,
      provider: v.optional(text),
      cost: v.optional(amount),
      usage: v.optional(v.strictObject({ input: amount, output: amount })),
      startedAt: v.pipe(text, v.isoTimestamp()),
      requestId: v.optional(text),
    }),
  ),
});

export const UPDATE_HINT = 'Update Tryout to open it.';

/**
 * Reads and checks a run file.
 * @param name of the file, for errors
 * @throws InputError with the place of what is wrong
 */
export function parseRunFile(content: string, name: string): RunFile {
  const value = parsed(content, name);
  const version = (value as { tryout?: unknown } | null)?.tryout;
  if (typeof value !== 'object' || value === null || version === undefined)
    throw new InputError(`${name} is not a run file`, { hint: 'Save one with tryout run --save-run FILE.' });
  if (typeof version === 'number' && version > 1)
    throw new InputError(`${name} has version ${version} of the run format`, {
      hint: UPDATE_HINT,
    });
  const checked = v.safeParse(schema, value, { abortEarly: true });
  if (!checked.success) throw invalid(name, problemOf(checked.issues[0]));
  const { task, model, provider } = checked.output;
  const run = { ...checked.output, task: taskNamed(task).id, ...splitModel(model, provider) } as RunFile;
  const { fields } = taskNamed(run.task);
  const unknown = Object.keys(run.inputs).find((input) => !Object.hasOwn(fields, input));
  if (unknown !== undefined) throw invalid(name, `inputs.${unknown} is unknown`);
  if (run.endpointUrl !== undefined) webAddress(run.endpointUrl);
  requireSendable(value, name);
  return run;
}

/** Separates a model ID from the provider or policy after its colon. */
export function splitModel(model: string | undefined, provider: string | undefined) {
  const [id, suffix] = model?.split(':') ?? [];
  return { model: id, provider: provider ?? suffix };
}

function parsed(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new InputError(`${name} is not valid JSON`, { hint: 'Choose a run file (*.run.json).', cause });
  }
}

function invalid(name: string, problem: string): InputError {
  return new InputError(`${name} is not a valid run file: ${problem}`, {
    hint: 'Save the run again, or correct the file.',
  });
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'the file';
  if (issue.received === 'undefined') return `${place} is missing`;
  return issue.expected === 'never' ? `${place} is unknown` : `${place} is wrong`;
}

/** A run file as text, indented; without `data` if the media are elsewhere. */
export function runFileText(run: RunFile): string {
  return `${JSON.stringify(run, null, 2)}\n`;
}

/** The files that a run refers to, of inputs, messages and result. */
export function filesOf({ inputs, chat, result }: RunFile): StoredFile[] {
  const pictures = [...(chat?.exchanges ?? []).flatMap((exchange) => exchange.pictures ?? [])];
  const parts = [...Object.values(inputs), ...pictures, ...(chat?.pictures ?? []), ...(result?.media ?? [])];
  return parts.filter(isStoredFile);
}

export function isStoredFile(part: StoredInput | StoredPicture): part is StoredFile {
  return typeof part === 'object' && 'sha256' in part;
}

/** SHA-256 in hexadecimal, read in pieces. */
export async function hashOf(blob: Blob): Promise<string> {
  const hash = sha256.create();
  const reader = blob.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
  return bytesToHex(hash.digest());
}
