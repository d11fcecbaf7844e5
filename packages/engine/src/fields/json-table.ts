import { parseTree, type Node } from 'jsonc-parser';
import { requireShallow } from './json-limits.ts';
import { parseJsonText } from './parse-json.ts';
import { MAX_CELLS, notATable, tooManyCells, toTable, unevenRow, type Column, type Table } from './table.ts';

type ToText = (node: Node) => string;

/**
 * Reads columns, rows, JSON Lines, and what pandas writes for a table. Cells become texts, as the API requires: numbers
 * digit for digit, null as ''.
 * @param name a file or field name for the error
 * @throws InputError for other JSON, and for a table that could be read in two ways
 */
export function parseJsonTable(text: string, name: string): Table {
  const json = joinLines(text, name);
  requireShallow(parseJsonText(json, name), name);
  // Nested values stay as they were written.
  const toText = ({ type, value, offset, length }: Node) =>
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

function readColumns(root: Node, toText: ToText, name: string): readonly Column[] {
  if (root.type === 'array') return columnsOfRows(getItems(root), toText, name);
  const entries = getEntries(root);
  const { columns, index, schema, data } = Object.fromEntries(entries);
  const keys = entries.map(([key]) => key).sort();
  const hasOnly = (...expected: string[]) => keys.join() === expected.join();
  if ((hasOnly('columns', 'data') || hasOnly('columns', 'data', 'index')) && isListOf('array', data)) {
    requireRowNumbers(index ? getItems(index).map(toText) : [], name);
    return splitColumns(getItems(columns).map(toText), getItems(data), toText, name);
  }
  if (hasOnly('data', 'schema') && isListOf('object', data)) {
    const { primaryKey } = Object.fromEntries(getEntries(schema));
    const hasIndex = getItems(primaryKey).map(toText).join() === 'index';
    const all = columnsOfRows(getItems(data), toText, name);
    return all.filter(([column, cells]) => !hasIndex || column !== 'index' || !areRowNumbers(cells));
  }
  if (entries.length > 0 && entries.every(([, { type }]) => type === 'object'))
    return labeledColumns(entries, toText, name);
  const [[only, cells] = []] = entries;
  if (
    entries.length === 1 &&
    getItems(cells).length > 0 &&
    (isListOf('object', cells) || isListOf('array', cells))
  )
    throw notATable(name, `'${only}' could be a column or the table itself`);
  return entries.map(([column, list]) => {
    if (list.type !== 'array') throw notATable(name, `'${column}' is not a list of cells`);
    return [column, getItems(list).map(toText)];
  });
}

function getItems(node: Node | undefined): readonly Node[] {
  return (node?.type === 'array' && node.children) || [];
}

function getEntries(node: Node | undefined): (readonly [key: string, value: Node])[] {
  const properties = (node?.type === 'object' && node.children) || [];
  return properties.map(({ children }) => [children![0]!.value as string, children![1]!]);
}

function isListOf(type: Node['type'], node: Node | undefined): boolean {
  return node?.type === 'array' && getItems(node).every((item) => item.type === type);
}

/** Rows as objects, also pandas' `orient="records"`. Missing cells are empty. */
function columnsOfRows(rows: readonly Node[], toText: ToText, name: string): readonly Column[] {
  const columns = new Map<string, string[]>();
  for (const [index, row] of rows.entries()) {
    if (row.type !== 'object')
      throw notATable(name, row.type === 'array' ? 'its rows have no column names' : undefined);
    for (const [column, cell] of getEntries(row)) {
      const cells = columns.get(column) ?? [];
      if (cells.length > index) throw notATable(name, `row ${index + 1} has two cells named '${column}'`);
      columns.set(column, cells);
      if (columns.size * rows.length > MAX_CELLS) throw tooManyCells(name);
      while (cells.length < index) cells.push('');
      cells.push(toText(cell));
    }
  }
  for (const cells of columns.values()) while (cells.length < rows.length) cells.push('');
  return [...columns];
}

/** pandas' `orient="split"`. */
function splitColumns(
  names: readonly string[],
  rows: readonly Node[],
  toText: ToText,
  name: string,
): readonly Column[] {
  const uneven = rows.findIndex((row) => getItems(row).length !== names.length);
  if (uneven !== -1) throw unevenRow(name, uneven, getItems(rows[uneven]).length, names.length);
  return names.map((column, at) => [column, rows.map((row) => toText(getItems(row)[at]!))]);
}

/** pandas' `orient="columns"` (its default) and `orient="index"`: one of two levels of keys has the numbers of the rows. */
function labeledColumns(
  entries: readonly (readonly [key: string, value: Node])[],
  toText: ToText,
  name: string,
): readonly Column[] {
  const getKeys = (list: typeof entries) => list.map(([key]) => key);
  const hasRows = areRowNumbers(getKeys(entries));
  const hasColumns = entries.every(([, cells]) => areRowNumbers(getKeys(getEntries(cells))));
  if (hasRows && hasColumns) throw notATable(name, 'its keys could be rows or columns');
  if (hasRows)
    return columnsOfRows(
      entries.map(([, row]) => row),
      toText,
      name,
    );
  if (!hasColumns) requireRowNumbers(getKeys(getEntries(entries[0]![1])), name);
  return entries.map(([column, cells]) => [column, getEntries(cells).map(([, cell]) => toText(cell))]);
}

function areRowNumbers(labels: readonly string[]): boolean {
  return labels.every((label, index) => label === String(index));
}

/** Other labels would be lost. */
function requireRowNumbers(labels: readonly string[], name: string): void {
  if (areRowNumbers(labels)) return;
  throw notATable(
    name,
    'its rows have labels',
    'In pandas, call reset_index() first, or use orient="records".',
  );
}
