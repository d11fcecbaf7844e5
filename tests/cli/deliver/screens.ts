import { detectTerminal, type Colors, type Terminal } from '../../../packages/cli/src/screen/index.ts';

/** A terminal with the given width and capabilities. */
export function screen(columns: number, colors: Colors = 'none', unicode = true): Terminal {
  return { ...detectTerminal({ isTTY: true, columns, rows: 30 }, {}), colors, unicode };
}

export const pipe = detectTerminal({}, {});
