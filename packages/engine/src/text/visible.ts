/**
 * Characters that control a terminal or are invisible in a string: C0 except newline and tab, DEL, C1, bidirectional
 * controls, zero-width characters (not the joiners, variation selectors and fillers that emoji and several scripts
 * need), line and paragraph separators, tags, halves of surrogate pairs.
 */
const unsafe =
  // oxlint-disable-next-line no-control-regex -- these are the characters to find
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Makes untrusted text safe for terminals: unsafe characters become visible codes such as `<U+001B>`. Newlines and
 * tabs stay; CRLF becomes a newline.
 */
export function visible(text: string): string {
  return escapeUnsafe(text.replace(/\r\n/g, '\n'), (character) => `<U+${hexadecimal(character)}>`);
}

/** Replaces each unsafe character. */
export function escapeUnsafe(text: string, escape: (character: string) => string): string {
  return text.replace(unsafe, escape);
}

/** `\u202e`, or two of them for characters beyond U+FFFF: the escapes of JSON and JavaScript. */
export function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Newlines, tabs and invisible characters, which make different IDs look the same; not the joiners of emoji and scripts. */
const unseenInIds =
  /[\n\t]|(?!\p{Join_C}|\ufe0f)\p{DI}|(?<![^\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{DI}]\ufe0f?)(?:\p{Join_C}|\ufe0f)(?!\u20e3)/gu;

/** The same for one line, such as a model ID: newlines, tabs and what makes IDs look the same become visible too. */
export function visibleLine(text: string): string {
  return visible(text).replace(unseenInIds, (character) => `<U+${hexadecimal(character)}>`);
}

function hexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * {@link visible} for a string in pieces. A final carriage return or first half of a surrogate pair waits for the next
 * piece.
 */
export function visiblePieces(): { next(piece: string): string; end(): string } {
  let held = '';
  return {
    next(piece) {
      const text = held + piece;
      held = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      return visible(text.slice(0, text.length - held.length));
    },
    end() {
      const rest = visible(held);
      held = '';
      return rest;
    },
  };
}

const MAX_LENGTH = 2000;
/** The end may contain the URL and the request ID. */
const KEPT_END = 500;

/** Removes the middle of a string of more than 2,000 characters. */
export function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const beginning = text.slice(0, MAX_LENGTH - KEPT_END).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-KEPT_END).replace(/^[\udc00-\udfff]/, '');
  return `${beginning} […] ${end}`;
}

/** Returns a function from offsets in code points, which the API uses, to offsets in UTF-16 units. */
export function codePointOffsets(text: string): (codePoint: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (codePoint) => clamp(codePoint, text.length);
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    offsets.push(offset);
    offset += character.length;
  }
  offsets.push(offset);
  return (codePoint) => offsets[clamp(codePoint, offsets.length - 1)] ?? offset;
}

function clamp(value: number, maximum: number): number {
  return Math.min(Math.max(Math.trunc(value), 0), maximum);
}

const MAX_LINE = 2000;

/** A text for one line: visible, with collapsed whitespace, of limited length. */
export function asLine(text: string): string {
  return visible(text.slice(0, MAX_LINE)).replace(/\s+/g, ' ').trim();
}

/** The same, but quotes a text of only whitespace. */
export function asLabel(text: string): string {
  return /^\s*$/.test(text) ? JSON.stringify(visible(text.slice(0, MAX_LINE))) : asLine(text);
}
