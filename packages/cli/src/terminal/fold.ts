/** Double-width characters, approximately. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** Approximate, because exact measuring is slow to load. */
export function cellsOf(word: string): number {
  const { length } = [...word];
  return /^[ -~]*$/.test(word) ? length : length + (word.match(wide)?.length ?? 0);
}

/**
 * Wraps text at spaces and keeps its indentation. Longer words, such as paths, are left to the terminal so that they
 * can be copied.
 */
export function fold(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => foldLine(line, columns))
    .join('\n');
}

function foldLine(line: string, columns: number): string {
  if (cellsOf(line) <= columns) return line;
  const words = line.trimStart();
  const indent = ' '.repeat(Math.min(line.length - words.length, columns >> 2));
  const lines: string[] = [];
  let used = 0;
  for (const word of words.split(' ')) {
    const cells = cellsOf(word);
    if (lines.length > 0 && used + 1 + cells <= columns) {
      lines[lines.length - 1] += ` ${word}`;
      used += 1 + cells;
    } else {
      lines.push(indent + word);
      used = indent.length + cells;
    }
  }
  return lines.join('\n');
}
