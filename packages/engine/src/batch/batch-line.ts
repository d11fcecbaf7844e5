import * as v from 'valibot';
import { SaveError, type FailureDescription } from '../errors/index.ts';
import { isTooDeep, type JsonValue } from '../fields/index.ts';
import { attempt, isRecord, parseBounded } from '../text/index.ts';

/** A line of the output of a batch: a row of the source and one candidate, with the value or the error. */
export interface BatchLine {
  /** The SHA-256 of the request in 64 hexadecimal digits, and a number that differs among equal requests. */
  readonly key: string;
  /** The row's number in the source, from 1. */
  readonly row: number;
  readonly task: string;
  /** The name of the source as it was given. */
  readonly source?: string | null;
  /** Whether the source has no such row any more. */
  readonly gone?: boolean | null;
  /** For example `3/4`. */
  readonly shard?: string | null;
  /** What was sent, by field name. */
  readonly input: Readonly<Record<string, JsonValue>>;
  /** The other columns of the row. */
  readonly columns: Readonly<Record<string, JsonValue>>;
  readonly model: string;
  readonly provider?: string | null;
  /** What tells candidates of one model apart: the hash of prompt, schema and parameters. */
  readonly variant?: string | null;
  readonly seconds?: number | null;
  /** US dollars; null if it is unknown. */
  readonly cost?: number | null;
  /** The highest cost of the requests for the row that may have been answered, and whose cost is unknown. */
  readonly costBound?: number | null;
  /** As `run --json` prints it. */
  readonly value?: unknown;
  readonly error?: Partial<FailureDescription> & Pick<FailureDescription, 'message'>;
  /** Whether the answer passes the tests of a prompt file. */
  readonly checks?: Readonly<Record<string, boolean>>;
}

/** Models may be URLs. */
const MAX_NAME = 4096;
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_NAME));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const fields = v.custom<BatchLine['input']>((value) => isRecord(value) && !Array.isArray(value));

const lineShape = v.pipe(
  v.object({
    key: name,
    row: v.pipe(v.number(), v.integer(), v.minValue(1)),
    task: name,
    source: v.nullish(name),
    gone: v.nullish(v.boolean()),
    shard: v.nullish(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/))),
    input: fields,
    columns: v.optional(fields, {}),
    model: name,
    provider: v.nullish(name),
    variant: v.nullish(name),
    seconds: v.nullish(amount),
    cost: v.nullish(amount),
    costBound: v.nullish(amount),
    value: v.optional(v.unknown()),
    error: v.pipe(v.optional(v.unknown()), v.transform(toError)),
  }),
  v.check(({ value, error }) => value !== undefined || error !== undefined),
);

function toError(error: unknown): BatchLine['error'] {
  if (error === undefined || error === null) return undefined;
  if (isRecord(error) && typeof error['message'] === 'string') return { message: error['message'] };
  return { message: typeof error === 'string' ? error : JSON.stringify(error) };
}

/** US dollars that a line counts as when its batch continues. */
export const getSpent = ({ cost, costBound }: Pick<BatchLine, 'cost' | 'costBound'>): number =>
  (cost ?? 0) + (costBound ?? 0);

/** Whether an answer may have cost anything. */
export const isUncounted = ({ cost, costBound, error }: BatchLine): boolean =>
  (cost ?? costBound ?? null) === null && error === undefined;

/**
 * A line that its reader accepts. Leaves out amounts and names that it does not, then input and columns, then the value,
 * with an error in its place.
 */
export function toReadableLine(line: BatchLine): BatchLine {
  const { provider, seconds, cost, costBound } = line;
  const known = {
    ...line,
    provider: v.is(name, provider) ? provider : null,
    ...(v.is(v.nullish(name), line.source) ? {} : { source: null }),
    seconds: v.is(amount, seconds) ? seconds : null,
    cost: v.is(amount, cost) ? cost : null,
    costBound: v.is(amount, costBound) ? costBound : null,
  };
  const short = { ...known, input: {}, columns: {} };
  const isReadable = (each: BatchLine) =>
    parseBatchLine(attempt(() => JSON.stringify(each)) ?? '') !== undefined;
  const { value: _value, checks: _checks, ...rest } = short;
  const problem = new SaveError('The answer is too large or nested too deeply for the output');
  const { code, message } = line.error ?? problem;
  return [line, known, short].find(isReadable) ?? { ...rest, error: { code, message } };
}

/** A line of a file; undefined for other content. Leaves out what reports do not need. */
export function parseBatchLine(text: string): BatchLine | undefined {
  const value = attempt(() => parseBounded(text));
  // Inputs and columns are two levels below the line.
  const line = v.safeParse(lineShape, isTooDeep(value, -1) ? undefined : value, { abortEarly: true });
  return line.success ? (line.output as BatchLine) : undefined;
}
