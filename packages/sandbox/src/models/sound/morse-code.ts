/** International Morse code, Recommendation ITU-R M.1677-1. */
export const morseCode: ReadonlyMap<string, string> = new Map(
  Array.from(
    `A .-    B -...  C -.-.  D -..   E .     F ..-.  G --.   H ....  I ..    J .---  K -.-   L .-..  M --
     N -.    O ---   P .--.  Q --.-  R .-.   S ...   T -     U ..-   V ...-  W .--   X -..-  Y -.--  Z --..
     1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... 7 --... 8 ---.. 9 ----. 0 -----
     . .-.-.-  , --..--  : ---...  ? ..--..  ' .----.  - -....-  / -..-.  ( -.--.  ) -.--.-  " .-..-.  = -...-
     + .-.-.   @ .--.-.`.matchAll(/(\S)\s+([.-]+)/g),
    ([, character = '', code = '']): [string, string] => [character, code],
  ),
);

/** A text in characters with a Morse code: capitals without accents, one space between words. */
export function toMorseAlphabet(text: string): string {
  const characters = [...text.normalize('NFD').toUpperCase().replaceAll(/\s/g, ' ')];
  return characters
    .filter((character) => character === ' ' || morseCode.has(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();
}
