/**
 * Marks the character at the cursor. The terminal's own cursor is put there instead of this style (see
 * `scripts/build/ink.mjs`), so that input methods and screen magnifiers find it.
 */
export const CURSOR_MARK = { open: '\u001b[7m', close: '\u001b[27m' };

/** A character, as it is shown, with the cursor on it. */
export function withCursor(shown: string): string {
  return CURSOR_MARK.open + shown + CURSOR_MARK.close;
}

/** A text without the mark. */
export function withoutCursor(text: string): string {
  return text.replaceAll(CURSOR_MARK.open, '').replaceAll(CURSOR_MARK.close, '');
}
