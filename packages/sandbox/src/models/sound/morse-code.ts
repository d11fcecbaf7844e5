/** International Morse code, Recommendation ITU-R M.1677-1. The multiplication sign shares its code with X. */
export const morseCode: ReadonlyMap<string, string> = new Map(
  Array.from(
    `A .-    B -...  C -.-.  D -..   E .     É ..-.. F ..-.  G --.   H ....  I ..    J .---  K -.-   L .-..
     M --    N -.    O ---   P .--.  Q --.-  R .-.   S ...   T -     U ..-   V ...-  W .--   X -..-  Y -.--
     Z --..  1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... 7 --... 8 ---.. 9 ----. 0 -----
     . .-.-.-  , --..--  : ---...  ? ..--..  ' .----.  - -....-  / -..-.  ( -.--.  ) -.--.-  " .-..-.  = -...-
     + .-.-.   @ .--.-.`.matchAll(/(\S)\s+([.-]+)/gu),
    ([, character = '', code = '']): [string, string] => [character, code],
  ),
);

/** A text in characters with a Morse code: capitals, plain quotes and dashes, one space between words. */
export function toMorseAlphabet(text: string): string {
  const plain = text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‐‑–—−]/g, '-')
    .replaceAll('×', 'X');
  const characters = Array.from(plain, (character) => {
    if (morseCode.has(character)) return character;
    return /\s/.test(character) ? ' ' : character.normalize('NFD').charAt(0);
  });
  return characters
    .filter((character) => character === ' ' || morseCode.has(character))
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
}
