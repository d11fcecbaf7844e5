/** Double-width characters, approximately. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** Approximate, because exact measuring is slow to load. */
function cellsOf(word: string): number {
  const { length } = [...word];
  return /^[ -~]*$/.test(word) ? length : length + (word.match(wide)?.length ?? 0);
}

/** Whitespace, a double-width character, or a piece of a word. */
const token =
  /(\s)|([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])|[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+/gu;

/** Wraps text at words while it arrives. Longer words are left to the terminal, so that they can be copied. */
export function wordWrap(columns: number) {
  let used = 0;
  let spaces = '';
  let word = '';
  /** The start of the word was written already. */
  let isStarted = false;

  function flush(): string {
    const cells = cellsOf(word);
    const isBreak = word !== '' && !isStarted && used > 0 && used + spaces.length + cells > columns;
    const written = isBreak ? `\n${word}` : spaces + word;
    used = (isBreak ? 0 : used + spaces.length) + cells;
    if (used > columns) used %= columns;
    spaces = '';
    word = '';
    isStarted = false;
    return written;
  }

  return {
    /** What can be written of a string that continues; the last word is held back, since it may grow. */
    next(piece: string): string {
      let written = '';
      for (const [text, space, wide] of piece.matchAll(token)) {
        if (space === undefined) {
          if (wide !== undefined) {
            if (word !== '') written += flush();
            isStarted = false;
          }
          word += text;
          const isLong = word.length >= columns;
          if (wide !== undefined || isLong) written += flush();
          isStarted = isLong && wide === undefined;
          continue;
        }
        if (word !== '') written += flush();
        isStarted = false;
        spaces += space;
        if (space !== '\n') continue;
        written += spaces;
        spaces = '';
        used = 0;
      }
      return written;
    },
    /** The rest. */
    end: flush,
  };
}

export function wrapWords(text: string, columns: number): string {
  const wrapped = wordWrap(columns);
  return wrapped.next(text) + wrapped.end();
}

/** Wraps each line of a string, with its own indentation. */
export function fold(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (cellsOf(line) <= columns) return line;
      const words = line.trimStart();
      const indent = ' '.repeat(Math.min(line.length - words.length, columns >> 2));
      return indent + wrapWords(words, columns - indent.length).replaceAll('\n', `\n${indent}`);
    })
    .join('\n');
}
