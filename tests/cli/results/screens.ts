import { terminalOf, type Colors, type Terminal } from '../../../packages/cli/src/terminal/index.ts';

/** A terminal of some size and abilities. */
export function screen(columns: number, colors: Colors = 'none', unicode = true): Terminal {
  return { ...terminalOf({ isTTY: true, columns, rows: 30 }, {}), colors, unicode };
}

/** No terminal: what is written is read by programs. */
export const pipe = terminalOf({}, {});
