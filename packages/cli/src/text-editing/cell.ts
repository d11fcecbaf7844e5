import { visible } from '@tryout/engine';
import { truncate, widthOf } from '../terminal/index.ts';

const TAB = 4;
const known = new Map<string, Cell>();
/** So that a text of every script there is does not fill the memory. */
const MOST_KNOWN = 4096;

/** How one character is drawn. */
export interface Cell {
  readonly shown: string;
  /** In cells. */
  readonly width: number;
  /** Whether it is shown by its code, since nobody could see it. */
  readonly isCode: boolean;
}

/**
 * How a character is drawn: what steers a terminal or takes no cell is shown by its code, a tab as the spaces up to the
 * next stop.
 * @param column where it begins in its row
 * @param columns cells of the row: tabs end there, and nothing is wider than all but one of them
 */
export function cellOf(character: string, column: number, columns: number): Cell {
  if (character === '\t') {
    const width = Math.max(1, Math.min(TAB - (column % TAB), columns - column));
    return { shown: ' '.repeat(width), width, isCode: false };
  }
  const cell = known.get(character) ?? make(character);
  // Marks can be heaped on each other without end.
  return cell.width < columns
    ? cell
    : { ...cell, shown: truncate(cell.shown, columns - 1), width: columns - 1 };
}

function make(character: string): Cell {
  const cell = cellAlone(character);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(character, cell);
  return cell;
}

/** Flags of parts of countries are made with tags, which hide texts elsewhere. Made when first needed: it is large. */
let tagged: RegExp | undefined;

function isFlag(character: string): boolean {
  if (!character.startsWith('\u{1f3f4}')) return false;
  tagged ??= new RegExp('^\\p{RGI_Emoji_Tag_Sequence}$', 'v');
  return tagged.test(character);
}

function cellAlone(character: string): Cell {
  const shown = isFlag(character) ? character : visible(character);
  const width = widthOf(shown);
  if (width > 0) return { shown, width, isCode: shown !== character };
  const codes = [...character].map((point) => `<U+${hexadecimal(point)}>`).join('');
  return { shown: codes, width: codes.length, isCode: true };
}

function hexadecimal(point: string): string {
  return (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
