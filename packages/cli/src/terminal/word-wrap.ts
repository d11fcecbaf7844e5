import { cellsOf } from './fold.ts';

/** White space, a double-width character, or a piece of a word. */
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
    /** What can be written of a text that continues; the last word is held back, since it may grow. */
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
