import { ModelInputError, type TaskAnswers } from '../../define-model.ts';
import { extremeRow, numberRows, total } from './table-arithmetic.ts';
import type { Column, Coordinate } from './table-grid.ts';
import type { TableRequest } from './table-request.ts';

type Answer = TaskAnswers['table-question-answering'];

function cellsAnswer(columns: readonly Column[], coordinates: Coordinate[]): Answer {
  const cells = coordinates.map(([row, column]) => columns[column]?.cells[row] ?? '');
  return { answer: cells.join(', '), aggregator: 'NONE', cells, coordinates };
}

function columnAnswer({ columns }: TableRequest, column: Column, rows: readonly number[]): Answer {
  return cellsAnswer(
    columns,
    rows.map((row): Coordinate => [row, column.index]),
  );
}

function totalAnswer(request: TableRequest, column: Column, isAverage: boolean): Answer {
  const rows = numberRows(column, request.rows).map(({ row }) => row);
  const answer = total(column, rows, isAverage);
  return { ...columnAnswer(request, column, rows), aggregator: isAverage ? 'AVERAGE' : 'SUM', answer };
}

function countAnswer(request: TableRequest): Answer {
  const { valueColumn, bound, rows } = request;
  if (!valueColumn || bound) {
    const counted = columnAnswer(request, request.textColumn ?? request.nameColumn, rows);
    return { ...counted, aggregator: 'COUNT', answer: String(rows.length) };
  }
  return rows.length === 1
    ? columnAnswer(request, valueColumn, rows)
    : totalAnswer(request, valueColumn, false);
}

function lookUpAnswer(request: TableRequest): Answer {
  const { columns, rows, bound, textColumn, valueColumn, nameColumn, namedColumns, isNarrowed } = request;
  const target = textColumn ?? (bound ? nameColumn : valueColumn);
  if (target) return columnAnswer(request, target, rows);
  if (!isNarrowed) throw new ModelInputError('The question names no column and no cell of the table.');
  if (!namedColumns.has(nameColumn.index)) return columnAnswer(request, nameColumn, rows);
  const others = columns.filter((column) => !namedColumns.has(column.index));
  return cellsAnswer(
    columns,
    rows.flatMap((row) => others.map((column): Coordinate => [row, column.index])),
  );
}

/**
 * Answers a question about a table; the card of the model has the rules.
 *
 * @throws {ModelInputError} when the table has no numbers for a sum, or nothing of it is named in the question.
 */
export function answerTableRequest(request: TableRequest): Answer {
  const { operation, numbers, rows, textColumn, nameColumn } = request;
  if (operation === 'look-up') return lookUpAnswer(request);
  if (operation === 'count') return countAnswer(request);
  if (!numbers) throw new ModelInputError('The table has no column of numbers that the question could mean.');
  if (operation === 'sum' || operation === 'average')
    return totalAnswer(request, numbers, operation === 'average');
  const row = extremeRow(numbers, rows, operation === 'highest');
  const asked = textColumn ?? (request.asksWhich ? nameColumn : numbers);
  return columnAnswer(request, asked, [row]);
}
