import {
  attempt,
  isRecord,
  isTaskId,
  parseBatchLine,
  type BatchLine,
  type BatchProgress,
  type Destination,
  type Failure,
  type FieldValue,
  type NamedBlob,
  type RequestFlag,
  type RowSummary,
  type StopReason,
  type TaskId,
  type TypedParameters,
} from '@tryout/engine';

/** What a batch runs. The inputs of a task that no column fills are `values`. */
export interface BatchChoices {
  readonly destinations: readonly Destination[];
  /** By field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, FieldValue | NamedBlob | undefined>>;
  readonly prompt: string;
  readonly system: string;
  /** JSON Schema of the answers, as text. */
  readonly schema?: string | undefined;
  readonly parameters: TypedParameters;
  readonly flags?: readonly RequestFlag[] | undefined;
  readonly billTo?: string | undefined;
  readonly concurrency: number;
  readonly limit?: number | undefined;
  /** US dollars. */
  readonly maxCost?: number | undefined;
  /** The column with the expected answers; empty for none. */
  readonly label: string;
}

/** A batch of this browser. Its source and its lines are stored apart. */
export interface BatchRecord {
  readonly id: string;
  readonly task: TaskId;
  /** For example the name of the table. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Of the source. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** Whether there are more rows, which do not run. */
  readonly isCut: boolean;
  /** Set when the batch is started. */
  readonly choices?: BatchChoices;
  /** What was chosen before. */
  readonly draft?: BatchChoices;
  /** Rows that could not be read; not stored. */
  readonly damaged?: number;
}

/** What a batch will do. */
export interface BatchPreview {
  /** Rows times models. */
  readonly runs: number;
  /** US dollars; undefined if it is unknown. */
  readonly cost: number | undefined;
  readonly isCostRough: boolean;
  /** The first requests. */
  readonly requests: readonly { readonly title: string; readonly text: string }[];
}

/** An error between threads. */
export interface PlainError {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly code: Failure['code'];
}

/** How a batch ended. */
export interface BatchEnd {
  readonly progress: BatchProgress;
  readonly reason?: StopReason | undefined;
  readonly error?: PlainError | undefined;
}

/** Receives rows that are finished, and the progress. */
export type OnUpdate = (rows: readonly RowSummary[], progress?: BatchProgress) => void;

export interface StoredLine {
  readonly batch: string;
  readonly line: BatchLine;
}

const areTexts = (values: readonly unknown[]) => values.every((value) => typeof value === 'string');

/** Checks what readers of a stored batch rely on. */
export function isBatchRecord(value: unknown): value is BatchRecord {
  const { id, task, title, createdAt, columns, rows, choices, draft } = (value ?? {}) as Partial<BatchRecord>;
  return (
    areTexts([id, title]) &&
    isTaskId(task!) &&
    Array.isArray(columns) &&
    areTexts(columns) &&
    [createdAt, rows].every(Number.isFinite) &&
    [choices, draft].every((each) => each === undefined || isChoices(each))
  );
}

function isChoices(choices: Partial<BatchChoices> | null): boolean {
  const { destinations, columns, values, parameters, prompt, system, label, concurrency } = choices ?? {};
  if (!Array.isArray(destinations)) return false;
  const records: readonly unknown[] = [columns, values, parameters, ...(destinations as unknown[])];
  return records.every(isRecord) && areTexts([prompt, system, label]) && Number.isFinite(concurrency);
}

/** A line is read with the reader of lines in files. */
export function isStoredLine(value: unknown): value is StoredLine {
  // The browser also stores what is no JSON.
  const text = isRecord(value) ? attempt(() => JSON.stringify(value['line'])) : undefined;
  return text !== undefined && parseBatchLine(text) !== undefined;
}
