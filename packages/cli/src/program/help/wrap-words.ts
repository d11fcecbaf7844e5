/**
 * Breaks a text into lines of a width, between words; a word that is longer than a line is broken. For the texts of
 * help, which have a cell for each character.
 */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  return [...lines, line];
}

/** Indents by some cells as far as a narrow line has room for it. */
export function indented(text: string, indent: number, columns: number): readonly string[] {
  const room = Math.min(indent, Math.floor(columns / 4));
  return wrapWords(text, Math.max(columns - room, 1)).map((line) => ' '.repeat(room) + line);
}

/** Breaks the lines of a text that are wider than the terminal; what follows keeps the line's indentation. */
export function fitLines(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.length <= columns) return [line];
      const words = line.trimStart();
      return indented(words, line.length - words.length, columns);
    })
    .join('\n');
}
