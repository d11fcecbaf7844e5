import { aggregationWords, asLine, type ResultViews } from '@tryout/engine';
import { styleFor, wrap } from '../terminal/index.ts';
import { LEAST_COLUMNS } from './amount-rows.ts';
import { drawTable } from './cells-table.ts';
import { asColumns } from './made-visible.ts';
import type { Renderer } from './renderer.ts';

/** The answer, then the table with its cells marked; plain: answer and aggregator, then row, column, cell. */
export const cells: Renderer<'cells'> = {
  drawn(view, terminal, { limits }) {
    const style = styleFor(terminal);
    const head = style.bold(asLine(view.answer)) + style.dim(aggregation(view));
    const table = drawTable(view.table, view.coordinates, terminal, limits);
    return [wrap(head, Math.max(LEAST_COLUMNS, terminal.columns)), '', ...table].join('\n');
  },
  plain({ answer, aggregator, table, coordinates }) {
    const columns = Object.entries(table ?? {});
    const marked = coordinates.map(([row, column]) =>
      asColumns(row, columns[column]?.[0], columns[column]?.[1]?.[row]),
    );
    return [asColumns(answer, aggregator), ...marked].join('\n');
  },
  summary: (view) => asLine(view.answer) + aggregation(view),
};

/** Behind the answer, how it came from its cells: ` (AVERAGE of 2 cells)`. */
function aggregation(view: ResultViews['cells']): string {
  const words = aggregationWords(view);
  return words === undefined ? '' : ` (${words})`;
}
