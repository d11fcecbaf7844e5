import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

let segmenter: Intl.Segmenter | undefined;

/** The user-perceived characters of a string. */
export function splitGraphemes(text: string): Intl.Segments {
  // Created on demand, because it is slow.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The width of a string in cells; styles have none. */
export function getWidth(text: string): number {
  return stringWidth(text);
}

/** Truncates an unstyled line to a width in cells and adds `mark`. */
export function truncate(text: string, width: number, mark = '…'): string {
  // Avoid measuring huge text.
  const head = text.slice(0, width * 16);
  if (head === text && getWidth(text) <= width) return text;
  const room = width - getWidth(mark);
  if (room < 0) return '';
  let kept = '';
  let used = 0;
  for (const { segment } of splitGraphemes(head)) {
    used += getWidth(segment);
    if (used > room) break;
    kept += segment;
  }
  return kept + mark;
}

export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - getWidth(text)));
  return side === 'left' ? text + space : space + text;
}

/** Ends after a long word that is not ASCII. Wrapping one takes quadratic time. */
const piece = /.*?[^\s -~\p{Cc}]{1000}|.+/gsu;

/** Wraps text between words if possible. Keeps indentation. Styles must not span newlines (chalk's do not). */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  const options = { hard: true, trim: !line.startsWith(' ') };
  let rows = '';
  let lastRow = '';
  for (const [text] of line.matchAll(piece)) {
    // The piece continues the last row.
    const wrapped = wrapAnsi(lastRow + text, width, options).replaceAll(/ *\n */g, '\n');
    const start = wrapped.lastIndexOf('\n') + 1;
    rows += wrapped.slice(0, start);
    lastRow = wrapped.slice(start);
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
