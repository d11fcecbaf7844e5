import {
  attempt,
  isRecord,
  isTaskId,
  parseBatchLine,
  type BatchLine,
  type BatchProgress,
  type Place,
  type Failure,
  type FieldValue,
  type NamedBlob,
  type RequestFlag,
  type RowSummary,
  type StopReason,
  type Store,
  type TaskId,
  type TypedParameters,
} from '@tryout/engine';

/** What a batch runs. The inputs of a task that no column fills are `values`. */
export interface BatchChoices {
  /** Named as in stored batches. */
  readonly destinations: readonly Place[];
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
  /** The first row that cannot run. */
  readonly failure: string | undefined;
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

/** Checks what readers of a stored batch rely on; what cannot be checked is damaged, too. */
export function isBatchRecord(value: unknown): value is BatchRecord {
  const isValid = attempt(() => {
    const { id, task, title, createdAt, columns, rows, choices, draft } = value as BatchRecord;
    const chosen = [choices, draft].filter((each) => each !== undefined);
    const texts = [
      id,
      title,
      ...columns,
      ...chosen.flatMap((each) => [each.prompt, each.system, each.label]),
    ];
    const numbers = [createdAt, rows, ...chosen.map(({ concurrency }) => concurrency)];
    const records = chosen.flatMap((each) => [
      each.columns,
      each.values,
      each.parameters,
      ...each.destinations,
    ]);
    const areTexts = texts.every((each) => typeof each === 'string');
    return isTaskId(task) && areTexts && numbers.every(Number.isFinite) && records.every(isRecord);
  });
  return isValid === true;
}

/** A line is read with the reader of lines in files. */
export function isStoredLine(value: unknown): value is StoredLine {
  return isRecord(value) && parseBatchLine(JSON.stringify(value['line'])) !== undefined;
}

/** A row with what each model answered, by the model's name. */
export interface BatchRow extends Pick<RowSummary, 'input' | 'label'> {
  readonly answers: ReadonlyMap<string, RowSummary>;
  readonly isFailed: boolean;
  /** Whether models answered differently. */
  readonly isDiffering: boolean;
  readonly isWrong: boolean;
}

/** A batch as the page shows it. It continues after the user leaves its screen. */
export interface BatchState {
  /** Undefined while it is loaded, and if there is none. */
  readonly record?: BatchRecord;
  readonly status: 'loading' | 'missing' | 'idle' | 'running' | 'stopping';
  /** By the number of the row - 1. The same array, to which rows are added; a new state has another `version`. */
  readonly rows: readonly (BatchRow | undefined)[];
  readonly version: number;
  /** Rows times models that are finished, and the failed ones of them. */
  readonly ended: number;
  readonly failed: number;
  readonly progress?: BatchProgress | undefined;
  readonly end?: BatchEnd | undefined;
  readonly error?: unknown;
}

/** A batch that is open in this page. */
export interface Batch {
  readonly store: Store<BatchState>;
  /** Adds rows to the state. */
  readonly add: OnUpdate;
}
