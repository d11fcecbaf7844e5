/**
 * 8,000,000 values, or 1,000,000 strings, keys, lists and objects: about a second and less than 500 MB. A page of 500
 * models with 15 providers each reaches a third of it.
 */
const MAX_WEIGHT = 8_000_000;
const PART_WEIGHT = 8;

/** Strings, such as the cells of a table. */
export const MAX_STRINGS = MAX_WEIGHT / PART_WEIGHT;

const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const BRACKET = 91;
const BRACE = 123;

/**
 * Parses JSON that is not ours: of servers, files, links and storage.
 * @param tooLarge the error for too many values, which are counted before they are parsed (X14)
 * @throws SyntaxError
 */
export function parseBounded(text: string, tooLarge = () => new Error('too many values')): unknown {
  if (isTooLarge(text)) throw tooLarge();
  return JSON.parse(text) as unknown;
}

function isTooLarge(text: string): boolean {
  let weight = 0;
  // Most events of a stream are short enough in any case.
  if (text.length <= MAX_STRINGS) return false;
  for (let index = 0; index < text.length && weight <= MAX_WEIGHT; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA) weight += 1;
    else if (code === QUOTE || code === BRACKET || code === BRACE) weight += PART_WEIGHT;
    if (code === QUOTE) index = getStringEnd(text, index);
  }
  return weight > MAX_WEIGHT;
}

function getStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
