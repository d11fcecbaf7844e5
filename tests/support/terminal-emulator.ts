import headless, { type IBuffer, type IUnicodeVersionProvider, type Terminal } from '@xterm/headless';
import stringWidth from 'string-width';

/** The style of a character on the screen. */
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

/** A position on the visible screen, from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** A terminal emulator with current Unicode widths. */
export function createTerminal(columns: number, rows: number): Terminal {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  terminal.unicode.register(unicodeWidths);
  terminal.unicode.activeVersion = unicodeWidths.version;
  return terminal;
}

/** The lines of a buffer with its scrollback, without trailing empty lines. */
export function textOf(buffer: IBuffer): string {
  const lines = Array.from({ length: buffer.length }, (_, index) =>
    buffer.getLine(index)?.translateToString(true),
  );
  return lines.join('\n').trimEnd();
}

/**
 * Where a text starts on the visible screen, in cells.
 * @throws Error if the screen does not show it
 */
export function positionOf({ buffer, rows }: Terminal, text: string): Position {
  for (let row = 0; row < rows; row += 1) {
    const line = buffer.active.getLine(buffer.active.baseY + row);
    const found = line?.translateToString(true).indexOf(text) ?? -1;
    if (!line || found === -1) continue;
    let column = 0;
    for (let units = 0; units < found; column += 1) {
      const cell = line.getCell(column);
      units += cell?.getWidth() === 0 ? 0 : cell?.getChars().length || 1;
    }
    // Skip the second cell of a wide character.
    while (line.getCell(column)?.getWidth() === 0) column += 1;
    return { row, column };
  }
  throw new Error(`The screen does not show '${text}':\n${textOf(buffer.active)}`);
}

/** The style of the character at a position. */
export function styleAt({ buffer }: Terminal, { row, column }: Position): CellStyle {
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

function color(isRgb: boolean, isDefault: boolean, value: number): number | string | undefined {
  if (isDefault) return undefined;
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : value;
}

const JOINER = 0x200d;

/** Bits of the state that xterm keeps of the previous character. */
const AFTER_JOINER = 1;
const AFTER_FLAG_HALF = 2;

// oxlint-disable-next-line no-misleading-character-class -- single code points are tested
const joining = /^[\p{Mark}\p{Emoji_Modifier}\u200d\ufe0e\ufe0f]$/u;
const flagHalf = /^\p{Regional_Indicator}$/u;

/** Unicode widths as in current terminals, with two cells per emoji sequence; the emulator's own table is from 2010. */
const unicodeWidths: IUnicodeVersionProvider = {
  version: 'current',
  wcwidth: (codepoint) =>
    codepoint < 0x7f ? 1 : (stringWidth(String.fromCodePoint(codepoint)) as 0 | 1 | 2),
  charProperties(codepoint, preceding) {
    const before = preceding >> 3;
    const widthBefore = (preceding >> 1) & 3;
    const character = String.fromCodePoint(codepoint);
    const isFlagHalf = flagHalf.test(character);
    const joins =
      preceding !== 0 &&
      (joining.test(character) ||
        (before & AFTER_JOINER) !== 0 ||
        (isFlagHalf && (before & AFTER_FLAG_HALF) !== 0));
    const state = (codepoint === JOINER ? AFTER_JOINER : 0) | (isFlagHalf && !joins ? AFTER_FLAG_HALF : 0);
    // U+FE0F selects emoji presentation.
    const own = isFlagHalf || codepoint === 0xfe0f ? 2 : this.wcwidth(codepoint);
    const width = joins ? Math.max(widthBefore, own === 2 ? 2 : widthBefore) : own;
    return (state << 3) | (width << 1) | (joins ? 1 : 0);
  },
};
