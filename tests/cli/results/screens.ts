import { terminalOf, type Colours, type Terminal } from '../../../packages/cli/src/terminal/index.ts';

/** A terminal of some size and abilities. */
export function screen(columns: number, colours: Colours = 'none', unicode = true): Terminal {
  return { ...terminalOf({ isTTY: true, columns, rows: 30 }, {}), colours, unicode };
}

/** No terminal: what is written is read by programs. */
export const pipe = terminalOf({}, {});
