import { InputError } from '../errors/index.ts';
import {
  getOptionName,
  isFilled,
  type Field,
  type FieldValue,
  type JsonValue,
  type Values,
} from '../fields/index.ts';
import type { Chat, Task } from '../tasks/index.ts';
import { nameHint, own } from '../text/index.ts';
import {
  cellText,
  describeCell,
  describeValue,
  readCell,
  requireText,
  type BatchSource,
  type Row,
} from './cells.ts';
import { fillPrompt, listPlaceholders, requirePlaceholders, type PromptTemplate } from './prompt.ts';

export interface MappingOptions {
  readonly task: Task;
  /** Columns by field, as they were typed. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Inputs that are the same in all rows. */
  readonly values?: Values;
  readonly prompt?: PromptTemplate | undefined;
  /** The conversation that the prompt continues. */
  readonly chat?: Chat | undefined;
  /** How to choose the column of an input, in the words of a front end. */
  readonly columnHint?: ((name: string) => string) | undefined;
}

/** The inputs of a row. */
export interface BoundRow {
  readonly values: Values;
  readonly chat?: Chat | undefined;
  /** What is sent, by field. */
  readonly input: Readonly<Record<string, JsonValue>>;
}

export interface Mapping {
  /** Each field with the column that it is read from. */
  readonly fields: readonly { readonly field: string; readonly column: string }[];
  /** @throws InputError for cells that do not fit */
  bind(row: Row, source: BatchSource, signal?: AbortSignal): Promise<BoundRow>;
  /** The other columns of a row. */
  restOf(row: Row): Readonly<Record<string, JsonValue>>;
}

/** `candidate_labels` for `candidateLabels`, as in requests. */
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The field that a user or a column names. @param isTyped options name fields too, but `label` may be a column of labels */
function findField({ fields }: Task, name: string, isTyped: boolean): string | undefined {
  const names = (key: string, field: Field) => [
    key,
    toSnakeCase(key),
    ...(isTyped ? [getOptionName(key, field)] : []),
  ];
  return Object.entries(fields).find(([key, field]) => names(key, field).includes(name))?.[0];
}

const labelNames = /^(?:labels?|expected|answers?|targets?|references?)$/i;

/** The column that seems to have the expected answers, by its name. */
export function findLabelColumn(columns: readonly string[]): string | undefined {
  return columns.find((each) => labelNames.test(each));
}

/** The column of each field that has one, and the fields that still need one. @throws InputError for names that do not exist */
export function matchColumns(columns: readonly string[], options: MappingOptions) {
  const { task, prompt, values: constants = {} } = options;
  const message = prompt && task.conversation?.message;
  if (prompt && message === undefined)
    throw new InputError(`${task.id} does not take a prompt`, { hint: 'Use text-generation, or no prompt.' });
  const byField = new Map<string, string>();
  for (const [name, column] of Object.entries(options.columns ?? {})) {
    const field = findField(task, name, true);
    if (field === undefined)
      throw unknownName(`${task.id} has no input '${name}'`, name, Object.keys(task.fields));
    if (!columns.includes(column)) throw unknownName(`There is no column '${column}'`, column, columns);
    byField.set(field, column);
  }
  for (const column of columns) {
    const field = findField(task, column, false);
    if (field !== undefined && !byField.has(field) && constants[field] === undefined)
      byField.set(field, column);
  }
  if (message !== undefined) byField.delete(message);
  const open = Object.keys(task.fields).filter(
    (name) => name !== message && !byField.has(name) && !isFilled(task.fields[name]!, constants[name]),
  );
  const label = findLabelColumn(columns);
  const [only = label, ...others] = columns.filter((each) => each !== label);
  if (open.length === 1 && byField.size === 0 && only !== undefined && others.length === 0)
    byField.set(open.pop()!, only);
  return { byField, open };
}

/**
 * Maps the columns of a source to the fields of a task. Columns named like a field need no option.
 * @throws InputError for fields and columns that do not exist, and fields without a column
 */
export function createMapping(columns: readonly string[], options: MappingOptions): Mapping {
  const { task, prompt, values: constants = {} } = options;
  const message = prompt && task.conversation?.message;
  const { byField, open } = matchColumns(columns, options);
  if (prompt) requirePlaceholders(prompt, columns, 'column');
  if (open[0] !== undefined) {
    const name = getOptionName(open[0], task.fields[open[0]]!);
    const hint = options.columnHint?.(name) ?? 'Choose its column.';
    throw new InputError(`No column for ${name}`, {
      hint: `${hint} The columns are ${columns.join(', ')}.`,
    });
  }
  const used = new Set([...byField.values(), ...(prompt ? listPlaceholders(prompt) : [])]);
  return {
    fields: [
      ...[...byField].map(([field, column]) => ({ field, column })),
      ...(message === undefined ? [] : [{ field: message, column: listPlaceholders(prompt!).join(', ') }]),
    ],
    async bind(row, source, signal) {
      const values: Record<string, FieldValue | undefined> = { ...constants };
      for (const [name, column] of byField)
        values[name] = await readCell(own(row, column), task.fields[name]!, source, signal).catch(
          (error: unknown) => {
            throw error instanceof SyntaxError ? new InputError(`${column} is not a list`) : error;
          },
        );
      if (message === undefined) return { values, chat: options.chat, input: describe(task, values) };
      for (const name of listPlaceholders(prompt!)) await requireText(own(row, name), name);
      const filled = fillPrompt(prompt!, (name) => textOf(row, name));
      const all = { ...values, [message]: filled.text };
      return { values: all, chat: filled.chat ?? options.chat, input: describe(task, all) };
    },
    restOf: (row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([column, cell]): [string, JsonValue][] => {
          const value = [...byField.values()].includes(column) ? undefined : describeCell(cell);
          return value === undefined ? [] : [[column, value]];
        }),
      ),
  };

  function textOf(row: Row, name: string): string {
    const cell = own(row, name);
    if (cell !== undefined || used.has(name)) return cellText(cell);
    throw unknownName(`There is no column '${name}'`, name, Object.keys(row));
  }
}

function describe({ fields }: Task, values: Values): Readonly<Record<string, JsonValue>> {
  const filled = Object.keys(fields).filter((name) => values[name] !== undefined);
  return Object.fromEntries(filled.map((name) => [name, describeValue(values[name]!)]));
}

function unknownName(message: string, name: string, names: readonly string[]): InputError {
  return new InputError(message, { hint: nameHint(name, names, `Choose one of ${names.join(', ')}.`) });
}
