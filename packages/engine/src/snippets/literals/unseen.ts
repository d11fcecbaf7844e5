/**
 * Characters that nobody sees in a line of code, or that steer what shows it (F1, F3): controls, format characters,
 * lone surrogates, unassigned ones, and all spaces but the common one. Code writes them as escapes.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A text in which each character that nobody sees is replaced by its escape. */
export function escapeUnseen(text: string, escape: (character: string) => string): string {
  return text.replace(unseen, escape);
}

export function holdsUnseen(text: string): boolean {
  return text.search(unseen) !== -1;
}

/** `\u202e` and the like, a pair of them for characters beyond the first plane: as JSON and JavaScript write them. */
export function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
