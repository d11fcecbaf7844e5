const surrogate = /[\ud800-\udfff]/;

/**
 * Turns UTF-16 positions in `text` into positions counted in Unicode code points, which is how the inference API
 * counts (an emoji is one). Built once in linear time; each look-up is then constant.
 */
export function codePointPositions(text: string): (position: number) => number {
  if (!surrogate.test(text)) return (position) => position;
  const positions = new Uint32Array(text.length + 1);
  let count = 0;
  let unit = 0;
  for (const character of text) {
    positions.fill(count, unit, unit + character.length);
    unit += character.length;
    count += 1;
  }
  positions[unit] = count;
  return (position) => positions[position] ?? count;
}
