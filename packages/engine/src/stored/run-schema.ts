import * as v from 'valibot';
import { requestFlags, MAX_CANDIDATES } from '../spec/index.ts';
import { taskNamed, type TaskId } from '../tasks/index.ts';
import type { JsonSchema, JsonValue } from '../fields/index.ts';
import { isRecord, visibleLine } from '../text/index.ts';

/** How a run did in a blind comparison. */
export const votes = ['won', 'lost', 'tied'] as const;

export type Vote = (typeof votes)[number];

const text = v.string();
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const json = v.custom<JsonValue>((value) => value !== undefined);

const listOf = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.array(schema), v.readonly());

/** Files are saved under these names, next to a run file. */
function isBaseName(name: string): boolean {
  return name.trim() !== '' && !/[\\/]/.test(name) && visibleLine(name) === name && !/^\.+$/.test(name);
}

const schema = v.custom<JsonSchema>((value) => isRecord(value) && !Array.isArray(value));

const baseUrl = v.pipe(
  text,
  v.check((url) => /^https?:\/\/[^\s?#]+$/i.test(url) && URL.canParse(url)),
);

const file = v.strictObject({
  file: v.pipe(text, v.maxLength(255), v.check(isBaseName)),
  /** Media type, for example `image/jpeg`. */
  type: v.pipe(text, v.regex(/^[\w.+-]+\/[\w.+-]+$/)),
  bytes: v.pipe(amount, v.integer()),
  /** Hexadecimal. */
  sha256: v.pipe(text, v.regex(/^[0-9a-f]{64}$/)),
  /** Base64. */
  data: v.optional(text),
});

/** A file of a run. Its bytes are inside (`data`), in a file next to the run file, or in the history. */
export type StoredFile = v.InferOutput<typeof file>;

const input = v.union([text, listOf(text), v.strictObject({ json }), file]);

/** A string, a list of strings, another value as JSON, or a file. */
export type StoredInput = v.InferOutput<typeof input>;

const image = v.union([v.strictObject({ url: v.pipe(text, v.regex(/^https:\/\//)) }), file]);

export type StoredImage = v.InferOutput<typeof image>;

const pictures = v.optional(listOf(image));

/** What is known of a result. */
const measures = {
  /** The validated response, as `--json` prints it. */
  value: v.optional(v.unknown()),
  firstTokenSeconds: v.optional(amount),
  /** The one that ran the model, according to the response. */
  provider: v.optional(text),
  /** US dollars. */
  cost: v.optional(amount),
  /** Tokens. */
  usage: v.optional(v.strictObject({ input: amount, output: amount })),
};

const answer = v.strictObject({
  status: v.picklist(['done', 'cancelled']),
  seconds: v.optional(amount),
  ...measures,
});

/** How a message was answered: with a response, or interrupted. */
export type StoredAnswer = v.InferOutput<typeof answer>;

/** A message and its answer. */
export interface StoredExchange {
  readonly prompt: string;
  readonly pictures?: readonly StoredImage[] | undefined;
  /** As the next messages send it. */
  readonly answer: string;
  /** The model that answered, unless it is that of the run. */
  readonly model?: string | undefined;
  readonly result?: StoredAnswer | undefined;
  readonly drafts?: StoredDrafts | undefined;
}

export interface StoredDrafts {
  readonly at: number;
  readonly others: readonly (readonly StoredExchange[])[];
}

/** Drafts inside of drafts. Deeper ones are not stored. */
export const MAX_DRAFT_DEPTH = 8;

function draftsSchema(depth: number): v.OptionalSchema<v.GenericSchema<unknown, StoredDrafts>, undefined> {
  if (depth > MAX_DRAFT_DEPTH) return v.optional(v.never());
  const others = listOf(v.pipe(listOf(exchangeSchema(depth + 1)), v.nonEmpty()));
  return v.optional(
    v.pipe(
      v.strictObject({ at: v.pipe(amount, v.integer()), others }),
      v.check(({ at, others: { length } }) => at <= length),
    ),
  );
}

function exchangeSchema(depth: number): v.GenericSchema<unknown, StoredExchange> {
  const drafts = draftsSchema(depth);
  return v.strictObject({
    prompt: text,
    pictures,
    answer: text,
    model: v.optional(text),
    result: v.optional(answer),
    drafts,
  });
}

const chat = v.strictObject({
  /** Of the conversation in the history. */
  id: v.optional(v.pipe(text, v.regex(/^[\w-]{1,64}$/))),
  system: v.optional(text),
  exchanges: v.optional(listOf(exchangeSchema(0))),
  /** Of the next message. */
  drafts: draftsSchema(0),
  /** Of the next message. */
  pictures,
});

/** What a conversation sends with the next message. */
export type StoredChat = v.InferOutput<typeof chat>;

const result = v.strictObject({
  status: v.picklist(['done', 'failed', 'cancelled']),
  /** The value is missing for images and audio, which are in `media`. */
  ...measures,
  media: v.optional(listOf(file)),
  /** The text that had arrived when the run failed or was canceled. */
  partial: v.optional(text),
  error: v.optional(
    v.strictObject({
      code: v.optional(text),
      name: text,
      message: text,
      status: v.optional(amount),
      url: v.optional(text),
      hint: v.optional(text),
    }),
  ),
  seconds: amount,
  startedAt: v.pipe(text, v.isoTimestamp()),
  requestId: v.optional(text),
});

export type StoredResult = v.InferOutput<typeof result>;

export const runSchema = v.strictObject({
  tryout: v.literal(1),
  id: v.pipe(text, v.ulid()),
  /** An ID or alias in a file, always an ID once it was read. */
  task: v.pipe(
    text,
    v.transform((name): TaskId => taskNamed(name).id),
  ),
  model: v.optional(v.pipe(text, v.regex(/^[^:]+(?::[\w.-]+)?$/))),
  provider: v.optional(v.pipe(text, v.nonEmpty())),
  endpointUrl: v.optional(text),
  /** The URL of the hub where it ran, or `sandbox`. */
  hub: v.optional(v.union([v.literal('sandbox'), baseUrl])),
  /** Where the hub's requests went, unless it is the Hub's router. */
  inferenceUrl: v.optional(baseUrl),
  billTo: v.optional(v.pipe(text, v.regex(/^[\w.-]+$/))),
  /** By the names that were typed. */
  parameters: v.optional(v.record(text, json)),
  stream: v.optional(v.boolean()),
  /** The JSON Schema of the answer, or what was typed in its place. */
  schema: v.optional(v.union([text, schema])),
  flags: v.optional(listOf(v.picklist(requestFlags.map(({ name }) => name)))),
  inputs: v.record(text, input),
  chat: v.optional(chat),
  result: v.optional(result),
  /** The comparison that it belongs to. */
  group: v.optional(v.pipe(text, v.ulid())),
  /** Its position in the comparison, from 1. */
  candidate: v.optional(v.pipe(amount, v.integer(), v.minValue(1), v.maxValue(MAX_CANDIDATES))),
  vote: v.optional(v.picklist(votes)),
});

/** A run as one JSON object (docs/run-files.md). It never holds the user's token. */
export type RunFile = v.InferOutput<typeof runSchema>;
