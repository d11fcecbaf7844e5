/** Characters of a line of numbers, at most, where there is more than one. */
const WIDEST = 64;
const lonelyNumber = /^\s+-?\d[\d.eE+-]*,?$/;

/**
 * Pretty-printed JSON as it is read best: the numbers of a list, which else fill thousands of lines, beside each other.
 * What is copied or saved stays as it is.
 * @returns lines that are the same JSON
 */
export function foldedJson(json: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of json.split('\n')) {
    const isNumber = lonelyNumber.test(line);
    const last = lines.at(-1) ?? '';
    const number = isNumber && isOpen ? line.trimStart() : '';
    if (number !== '' && last.length + 1 + number.length <= WIDEST)
      lines[lines.length - 1] = `${last} ${number}`;
    else lines.push(line);
    isOpen = isNumber && line.endsWith(',');
  }
  return lines;
}
