import headless, { type IBuffer, type Terminal } from '@xterm/headless';
import { presentWidths } from './terminal-widths.ts';

/** How a character on the screen looks. */
export interface CellStyle {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  /** 0-255 of the terminal's palette, `#rrggbb`, or undefined for the terminal's own. */
  readonly foreground: number | string | undefined;
  readonly background: number | string | undefined;
}

/** A place on the visible screen, from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** An emulated terminal of today. */
export function emulator(columns: number, rows: number): Terminal {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  terminal.unicode.register(presentWidths);
  terminal.unicode.activeVersion = presentWidths.version;
  return terminal;
}

/** The lines of a buffer with what was scrolled away, without empty ones at the end. */
export function textOf(buffer: IBuffer): string {
  const lines = Array.from({ length: buffer.length }, (_, index) =>
    buffer.getLine(index)?.translateToString(true),
  );
  return lines.join('\n').trimEnd();
}

/**
 * Where a text begins on the visible screen, in cells.
 * @throws Error when it is not there
 */
export function placeOf({ buffer, rows }: Terminal, text: string): Place {
  for (let row = 0; row < rows; row += 1) {
    const line = buffer.active.getLine(buffer.active.baseY + row);
    const found = line?.translateToString(true).indexOf(text) ?? -1;
    if (!line || found === -1) continue;
    let column = 0;
    for (let units = 0; units < found; column += 1) {
      const cell = line.getCell(column);
      units += cell?.getWidth() === 0 ? 0 : cell?.getChars().length || 1;
    }
    // The second half of a wide character belongs to it.
    while (line.getCell(column)?.getWidth() === 0) column += 1;
    return { row, column };
  }
  throw new Error(`The screen does not show '${text}':\n${textOf(buffer.active)}`);
}

/** How the character at a place looks. */
export function styleAt({ buffer }: Terminal, { row, column }: Place): CellStyle {
  const cell = buffer.active.getLine(buffer.active.baseY + row)?.getCell(column);
  if (!cell) throw new Error(`The screen has no cell at row ${row}, column ${column}`);
  return {
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
    foreground: color(cell.isFgRGB(), cell.isFgDefault(), cell.getFgColor()),
    background: color(cell.isBgRGB(), cell.isBgDefault(), cell.getBgColor()),
  };
}

function color(isTrue: boolean, isDefault: boolean, value: number): number | string | undefined {
  if (isDefault) return undefined;
  return isTrue ? `#${value.toString(16).padStart(6, '0')}` : value;
}
