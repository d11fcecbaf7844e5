/** A part of a word: quoted, escaped, or plain. */
const part = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^\s'"\\]+)/gsy;

/**
 * Divides a text into words as a shell does, with its quotes and backslashes taken off; undefined where a quote is not
 * closed.
 */
export function shellWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found) {
      const [, single, double, escaped, plain] = found;
      word = (word ?? '') + (single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? plain ?? '');
      at = part.lastIndex;
    } else if (/\s/.test(text.charAt(at))) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else return undefined;
  }
  return word === undefined ? words : [...words, word];
}
