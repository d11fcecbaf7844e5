import { counted, type JsonValue, type ResultViews } from '@tryout/engine';
import { symbolsOf } from '../../../../terminal/index.ts';
import { drawTable } from '../../../../results/cells-table.ts';
import type { Picker } from '../../../app/picker.ts';
import type { Size } from '../../../display/size.ts';
import { jsonLines } from './json-lines.ts';
import type { PreviewDrawing } from './preview.ts';
import { factLines } from './read-for-preview.ts';

type Table = NonNullable<ResultViews['cells']['table']>;

/** The first rows of a table, or the first lines of other JSON. */
export function jsonPreview(picker: Picker, value: JsonValue, room: Size): Promise<PreviewDrawing> {
  return Promise.resolve({
    lines: isTable(value) ? tableLines(picker, value, room) : plainLines(picker, value, room),
    pictures: [],
  });
}

/** Columns of cells, as a field that wants a table holds them. */
function isTable(value: JsonValue): value is Table & JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const columns = Object.values(value);
  const isColumn = (cells: JsonValue) =>
    Array.isArray(cells) && (cells as readonly JsonValue[]).every((cell) => typeof cell !== 'object');
  return columns.length > 0 && columns.every(isColumn);
}

function tableLines(picker: Picker, table: Table, room: Size): string[] {
  const columns = Object.values(table);
  const height = Math.max(...columns.map(({ length }) => length));
  const facts = factLines(picker, [counted(height, 'row'), counted(columns.length, 'column')], room);
  // One line is the head's, one may tell that there are more.
  const shown = Math.max(1, room.rows - facts.length - 2);
  const first = Object.fromEntries(
    Object.entries(table).map(([name, cells]) => [name, cells.slice(0, shown + 1)]),
  );
  const { terminal } = picker;
  const drawn = drawTable(first, [], { ...terminal, columns: room.columns }, { tableRows: shown });
  return [...facts, ...drawn].slice(0, room.rows);
}

function plainLines({ terminal, theme }: Picker, value: JsonValue, { rows, columns }: Size): string[] {
  const lines = jsonLines(value, rows + 1, terminal, columns);
  return lines.length > rows ? [...lines.slice(0, rows - 1), theme.dim(symbolsOf(terminal).ellipsis)] : lines;
}
