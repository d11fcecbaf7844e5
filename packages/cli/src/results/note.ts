import { styleFor, symbolsOf, truncate, type Terminal } from '../terminal/index.ts';
import { LEAST_COLUMNS } from './amount-rows.ts';

/** A remark of ours on one line, for example that nothing was found. */
export function note(text: string, terminal: Terminal): string {
  const columns = Math.max(LEAST_COLUMNS, terminal.columns);
  return styleFor(terminal).dim(truncate(text, columns, symbolsOf(terminal).ellipsis));
}
