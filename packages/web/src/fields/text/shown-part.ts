/** Characters that a text box takes without becoming slow: browsers lay all of them out anew for each key. */
const MOST_SHOWN = 100_000;

/** How many characters of a text are put into its box, from its beginning. */
export function shownLength(text: string): number {
  if (text.length <= MOST_SHOWN) return text.length;
  // A box would change half a line end, and cannot show half a character.
  return /[\r\ud800-\udbff]/.test(text.charAt(MOST_SHOWN - 1)) ? MOST_SHOWN - 1 : MOST_SHOWN;
}

/** Whether a text is put in place of a paste that the browser would make itself: it takes seconds for long ones. */
export function isLongPaste(before: string, pasted: string): boolean {
  return pasted.length > MOST_SHOWN / 10 && before.length + pasted.length > MOST_SHOWN;
}
