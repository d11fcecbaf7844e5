import * as v from 'valibot';
import { isTooDeep, type JsonValue } from '../fields/index.ts';
import { attempt, parseBounded } from '../text/index.ts';

const MAX_NAME = 500;
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_NAME));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const fields = v.record(v.string(), v.unknown());

const reportLine = v.pipe(
  v.looseObject({
    key: name,
    row: v.pipe(v.number(), v.integer(), v.minValue(1)),
    task: name,
    model: name,
    provider: v.nullish(name),
    input: fields,
    columns: v.optional(fields, {}),
    seconds: v.nullish(amount),
    cost: v.nullish(amount),
    shard: v.nullish(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/))),
    value: v.optional(v.unknown()),
    error: v.nullish(v.unknown()),
  }),
  v.check(({ value, error }) => value !== undefined || (error !== undefined && error !== null)),
);

/** A line of a batch: one row of the source and one candidate, with the value or the error. */
export interface ReportLine {
  readonly key: string;
  /** The row's number in the source, from 1. */
  readonly row: number;
  readonly task: string;
  readonly model: string;
  readonly provider?: string | null;
  /** What was sent, by field name. */
  readonly input: Readonly<Record<string, JsonValue>>;
  /** The other columns of the row. */
  readonly columns: Readonly<Record<string, JsonValue>>;
  readonly seconds?: number | null;
  readonly cost?: number | null;
  /** For example `3/4`. */
  readonly shard?: string | null;
  /** What `tryout run --json` prints. */
  readonly value?: JsonValue;
  readonly error?: JsonValue;
}

/** A line of a file; undefined for other content. */
export function parseReportLine(text: string): ReportLine | undefined {
  const value = attempt(() => parseBounded(text));
  const line = v.safeParse(reportLine, isTooDeep(value) ? undefined : value, { abortEarly: true });
  return line.success ? ({ ...line.output, error: line.output.error ?? undefined } as ReportLine) : undefined;
}
