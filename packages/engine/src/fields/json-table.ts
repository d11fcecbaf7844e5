import { parseTree, type Node } from 'jsonc-parser';
import { InputError } from '../errors/index.ts';
import { MAX_STRINGS } from '../text/index.ts';
import { requireShallow } from './json.ts';
import { parseJsonText, tooManyValues } from './parse-json.ts';

type Columns = readonly (readonly [name: string, cells: string[]])[];

type ToText = (node: Node) => string;

/**
 * Reads columns, rows, JSON Lines, and what pandas writes for a table. Cells become texts, as the API requires: numbers
 * digit for digit, null as ''.
 * @param name a file or field name for the error
 * @throws InputError for other JSON, and for a table that could be read in two ways
 */
export function parseJsonTable(text: string, name: string): Record<string, string[]> {
  const json = joinLines(text, name);
  requireShallow(parseJsonText(json, name), name);
  // Nested values stay as they were written.
  const toText: ToText = ({ type, value, offset, length }) =>
    type === 'null' ? '' : type === 'string' ? (value as string) : json.slice(offset, offset + length);
  // Unlike a parsed value, the tree has the digits of numbers, and the order and repetitions of keys.
  return toTable(readColumns(parseTree(json)!, toText, name), name);
}

/** JSON Lines as one list. */
function joinLines(text: string, name: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const areObjects = lines.every((line) => line.trimStart().startsWith('{') && line.trimEnd().endsWith('}'));
  const areLines = areObjects && (lines.length > 1 || /\.(?:jsonl|ndjson)$/i.test(name));
  return areLines ? `[${lines.join(',\n')}]` : text;
}

/** The shapes are named as pandas' `orient`. */
function readColumns(root: Node, toText: ToText, name: string): Columns {
  if (root.type === 'array') return columnsOfRows(getItems(root), toText, name);
  const entries = getEntries(root);
  const { columns, index, schema, data } = Object.fromEntries(entries);
  const keys = getKeys(entries).sort().join();
  if (/^columns,data(?:,index)?$/.test(keys) && isListOf('array', getItems(data))) {
    if (!areNumbers(getItems(index).map(toText))) throw hasLabels(name);
    const [names, rows] = [getItems(columns).map(toText), getItems(data).map(getItems)];
    const uneven = rows.find(({ length }) => length !== names.length);
    if (uneven) throw unevenRow(name, rows.indexOf(uneven), uneven.length, names.length);
    return names.map((column, at) => [column, rows.map((row) => toText(row[at]!))]);
  }
  if (keys === 'data,schema' && isListOf('object', getItems(data))) {
    const hasIndex = getKeys(getEntries(schema)).includes('primaryKey');
    const read = columnsOfRows(getItems(data), toText, name);
    return read.filter(([column, cells]) => !hasIndex || column !== 'index' || !areNumbers(cells));
  }
  const values = entries.map(([, value]) => value);
  if (values.length > 0 && isListOf('object', values)) {
    const hasRows = areNumbers(getKeys(entries));
    const hasColumns = values.every((column) => areNumbers(getKeys(getEntries(column))));
    if (hasRows && hasColumns) throw notATable(name, 'its keys could be rows or columns');
    if (hasRows) return columnsOfRows(values, toText, name);
    if (!hasColumns) throw hasLabels(name);
    return entries.map(([column, cells]) => [column, getEntries(cells).map(([, cell]) => toText(cell))]);
  }
  const cells = getItems(values[0]);
  if (values.length === 1 && cells.length > 0 && (isListOf('object', cells) || isListOf('array', cells)))
    throw notATable(name, `'${keys}' could be a column or the table itself`);
  return entries.map(([column, list]) => {
    if (list.type !== 'array') throw notATable(name, `'${column}' is not a list of cells`);
    return [column, getItems(list).map(toText)];
  });
}

type Entries = readonly (readonly [key: string, value: Node])[];

function getItems(node: Node | undefined): readonly Node[] {
  return (node?.type === 'array' && node.children) || [];
}

function getEntries(node: Node | undefined): Entries {
  const properties = (node?.type === 'object' && node.children) || [];
  return properties.map(({ children }) => [children![0]!.value as string, children![1]!]);
}

function getKeys(entries: Entries): string[] {
  return entries.map(([key]) => key);
}

function isListOf(type: Node['type'], nodes: readonly Node[]): boolean {
  return nodes.every((node) => node.type === type);
}

/** Whether labels are only the numbers of rows; others would be lost. */
function areNumbers(labels: readonly string[]): boolean {
  return labels.every((label, index) => label === String(index));
}

function hasLabels(name: string): InputError {
  return notATable(name, 'its rows have labels', 'In pandas, call reset_index() first.');
}

/** Missing cells are empty. */
function columnsOfRows(rows: readonly Node[], toText: ToText, name: string): Columns {
  const columns = new Map<string, string[]>();
  for (const [index, row] of rows.entries()) {
    if (row.type === 'array') throw notATable(name, 'its rows have no column names');
    if (row.type !== 'object') throw notATable(name);
    for (const [column, cell] of getEntries(row)) {
      const cells = columns.get(column) ?? [];
      if (cells.length > index) throw notATable(name, `row ${index + 1} has two cells named '${column}'`);
      if (columns.set(column, cells).size * rows.length > MAX_STRINGS) throw tooManyValues(name);
      while (cells.length < index) cells.push('');
      cells.push(toText(cell));
    }
  }
  for (const cells of columns.values()) while (cells.length < rows.length) cells.push('');
  return [...columns];
}

/** @throws InputError for repeated names, columns of different lengths, and a table without columns */
export function toTable(columns: Columns, name: string): Record<string, string[]> {
  if (columns.length === 0) throw notATable(name);
  const seen = new Set<string>();
  for (const [column, { length }] of columns) {
    if (seen.has(column)) throw notATable(name, `two columns are named '${column}'`);
    if (length !== columns[0]![1].length) throw notATable(name, 'its columns differ in length');
    seen.add(column);
  }
  return Object.fromEntries(columns);
}

const TABLE_HINT =
  'Use CSV or TSV with column names in the first row, or JSON: {"column": ["cell", …], …} or [{"column": "cell"}, …].';

export function notATable(name: string, problem?: string, hint = TABLE_HINT): InputError {
  return new InputError(`${name} is not a table${problem === undefined ? '' : `: ${problem}`}`, { hint });
}

/** @param index of the row, from 0 */
export function unevenRow(name: string, index: number, length: number, width: number): InputError {
  return notATable(name, `row ${index + 1} has ${length} ${length === 1 ? 'cell' : 'cells'}, not ${width}`);
}
