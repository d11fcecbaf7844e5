/** Characters that a text box takes without becoming slow: browsers lay all of them out anew for each key. */
const MOST_SHOWN = 100_000;
/** A word that browsers take much longer to break into lines; those of ASCII characters they break quickly. */
const longWord = /(?<![^\s!-~])[^\s!-~]{5000}/;

/** How many characters of a text are put into its box, from its beginning. */
export function shownLength(text: string): number {
  const word = longWord.exec(text.slice(0, MOST_SHOWN));
  const length = word ? word.index + word[0].length : MOST_SHOWN;
  if (text.length <= length) return text.length;
  // A box would change half a line end, and cannot show half a character.
  return /[\r\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
}

/** Whether a text is put in place of a paste that the browser would make itself: it takes seconds for long ones. */
export function isLongPaste(before: string, pasted: string): boolean {
  const text = before + pasted;
  return pasted.length > MOST_SHOWN / 10 && shownLength(text) < text.length;
}
