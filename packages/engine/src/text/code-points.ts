/**
 * The API counts characters in Unicode code points (Python's strings); JavaScript slices UTF-16 units. Returns a
 * function from the one to the other that stays within the text.
 */
export function codePointOffsets(text: string): (codePoint: number) => number {
  // Texts without surrogate pairs, nearly all, need no table.
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
