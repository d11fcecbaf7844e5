/**
 * The international Morse code of Recommendation ITU-R M.1677-1: letters, figures, punctuation and signs.
 * The multiplication sign shares its code with X there and reads back as X, so it is not listed.
 */
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
