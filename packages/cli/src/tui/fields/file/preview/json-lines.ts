import { visible, type JsonValue } from '@tryout/engine';
import { styleFor, truncate, type Terminal } from '../../../../terminal/index.ts';

/** Texts are cut to this before they are looked at closer: nobody sees more of a line. */
const LONGEST_TEXT = 500;

/** The first lines of a value as pretty-printed JSON, coloured; the rest of it is not walked through. */
export function jsonLines(value: JsonValue, most: number, terminal: Terminal, columns: number): string[] {
  const lines: string[] = [];
  for (const { indent, pieces } of linesOf(value, 0, [], [])) {
    if (lines.length === most) break;
    lines.push(drawLine(indent, pieces, terminal, columns));
  }
  return lines;
}

type Look = 'name' | 'text' | 'other' | 'plain';

interface Piece {
  readonly text: string;
  readonly look: Look;
}

interface Line {
  readonly indent: number;
  readonly pieces: readonly Piece[];
}

const plain = (text: string): Piece => ({ text, look: 'plain' });

function* linesOf(
  value: JsonValue,
  indent: number,
  before: readonly Piece[],
  after: readonly Piece[],
): Generator<Line> {
  const entries = entriesOf(value);
  if (entries === undefined) {
    yield { indent, pieces: [...before, scalar(value), ...after] };
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.count === 0) {
    yield { indent, pieces: [...before, plain(open! + close!), ...after] };
    return;
  }
  yield { indent, pieces: [...before, plain(open!)] };
  let left = entries.count;
  for (const [name, entry] of entries.walk()) {
    left -= 1;
    const own = name === undefined ? [] : [{ text: quoted(name), look: 'name' as const }, plain(': ')];
    yield* linesOf(entry, indent + 1, own, left > 0 ? [plain(',')] : []);
  }
  yield { indent, pieces: [plain(close!), ...after] };
}

function entriesOf(
  value: JsonValue,
): { readonly count: number; walk(): Iterable<readonly [string | undefined, JsonValue]> } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const list = value as readonly JsonValue[];
    return {
      count: list.length,
      *walk() {
        for (const entry of list) yield [undefined, entry];
      },
    };
  }
  const names = Object.keys(value);
  return {
    count: names.length,
    *walk() {
      for (const name of names) yield [name, (value as Readonly<Record<string, JsonValue>>)[name]!];
    },
  };
}

function scalar(value: JsonValue): Piece {
  return typeof value === 'string'
    ? { text: quoted(value), look: 'text' }
    : { text: JSON.stringify(value), look: 'other' };
}

function quoted(text: string): string {
  return visible(JSON.stringify(text.slice(0, LONGEST_TEXT)));
}

/** Colours what is left of a line after it was cut to the width. */
function drawLine(indent: number, pieces: readonly Piece[], terminal: Terminal, columns: number): string {
  const style = styleFor(terminal);
  const looks: Readonly<Record<Look, (text: string) => string>> = {
    name: style.blue,
    text: style.green,
    other: style.cyan,
    plain: (text) => text,
  };
  const margin = '  '.repeat(Math.min(indent, columns >> 3));
  const whole = margin + pieces.map(({ text }) => text).join('');
  const cut = truncate(whole, columns, terminal.unicode ? '…' : '~');
  let at = margin.length;
  let drawn = cut.slice(0, at);
  for (const { text, look } of pieces) {
    drawn += looks[look](cut.slice(at, at + text.length));
    at += text.length;
  }
  return drawn;
}
