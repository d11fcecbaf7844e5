import { visible } from '@tryout/engine';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

let segmenter: Intl.Segmenter | undefined;

/** The user-perceived characters of a string. */
export function splitGraphemes(text: string): Intl.Segments {
  // Created on demand, because it is slow.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Pieces to measure: the time is quadratic, except for ASCII. None ends within a style. */
// oxlint-disable-next-line no-control-regex -- styles start with it
const measurePieces = /.{249,}?[^ -~\u001b]|.+/gsu;
/** The same for wrapping, which removes spaces at the end. */
const wrapPieces = /.{1005,}?[^\s -~\p{Cc}]|.+/gsu;

/** The width of a string in cells; styles have none. */
export function getWidth(text: string): number {
  return text.match(measurePieces)?.reduce((sum, part) => sum + stringWidth(part), 0) ?? 0;
}

/** Truncates an unstyled line to a width in cells and adds `mark`. */
export function truncate(text: string, width: number, mark = '…'): string {
  // Avoid measuring huge text.
  const head = text.slice(0, width * 16);
  if (head === text && getWidth(text) <= width) return text;
  const room = width - getWidth(mark);
  if (room < 0) return '';
  let start = '';
  let used = 0;
  for (const { segment } of splitGraphemes(head)) {
    used += getWidth(segment);
    if (used > room) break;
    start += segment;
  }
  return start + mark;
}

export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - getWidth(text)));
  return side === 'left' ? text + space : space + text;
}

/** ASCII without spaces at its ends. */
const printable = /^(?! )[ -~]*$(?<! )/;
/** In UTF-16 units; longer rows, of combining characters, end here. */
const MAX_ROW = 10_000;

/**
 * Wraps text between words if possible, or code (which keeps its spaces) at any character. Keeps indentation. Styles must
 * not span newlines (chalk's do not).
 */
export function wrap(text: string, width: number, isCode = false): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width, isCode))
    .join('\n');
}

function wrapLine(line: string, width: number, isCode: boolean): string {
  if (line.length <= width && printable.test(line)) return line;
  const options = { hard: true, trim: !isCode && !line.startsWith(' '), wordWrap: !isCode };
  let rows = '';
  let lastRow = '';
  for (const [text] of line.matchAll(wrapPieces)) {
    // The piece continues the last row.
    const continuation = wrapAnsi(lastRow + text, width, options).replaceAll(
      isCode ? '\n' : /(?<! ) *\n */g,
      '\n',
    );
    const start = continuation.lastIndexOf('\n') + 1;
    const isLong = continuation.length - start > MAX_ROW;
    rows += isLong ? `${continuation}\n` : continuation.slice(0, start);
    lastRow = isLong ? '' : continuation.slice(start);
  }
  return rows + lastRow;
}

/** Joins parts on as few lines as possible, without breaking parts that fit on a line. */
export function flow(parts: readonly string[], separator: string, width: number): string {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${separator}${part}` : part;
    if (lines.length > 0 && getWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(wrap(part, width));
  }
  return lines.join('\n');
}

/** Untrusted text for a screen: control characters are escaped, and tabs are spaces, since they have no fixed width. */
export function screenText(text: string): string {
  return visible(text).replaceAll('\t', '    ');
}

/** Returns a function that wraps a growing text. Finished paragraphs are wrapped once. */
export function growingLines() {
  let paragraphs = '';
  let lines: readonly string[] = [];
  let width = 0;
  const getLines = (text: string) => wrap(screenText(text), width).split('\n');

  /** Lines of the text, with control characters escaped. */
  return (text: string, columns: number): readonly string[] => {
    if (columns !== width || !text.startsWith(paragraphs)) {
      paragraphs = '';
      lines = [];
      width = columns;
    }
    const end = text.lastIndexOf('\n') + 1;
    if (end > paragraphs.length) {
      lines = [...lines, ...getLines(text.slice(paragraphs.length, end)).slice(0, -1)];
      paragraphs = text.slice(0, end);
    }
    return end === text.length ? lines : [...lines, ...getLines(text.slice(end))];
  };
}
