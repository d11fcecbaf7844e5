import type { LiteralSyntax } from './literal.ts';
import { escapeUnseen, unicodeEscape } from './unseen.ts';

/** A JSON text in which nothing unseen stands; it says the same. */
export function plainJson(json: string): string {
  return escapeUnseen(json, (character) => (character === '\n' ? character : unicodeEscape(character)));
}

/** A text between double quotes, as JSON and JavaScript read it. */
export function jsonString(text: string): string {
  return plainJson(JSON.stringify(text));
}

/** JSON itself, spread over lines where it is long. Holds no files. */
export const jsonSyntax: LiteralSyntax = {
  string: jsonString,
  key: jsonString,
  null: 'null',
  true: 'true',
  false: 'false',
  file: () => {
    throw new TypeError('JSON holds no files');
  },
  indent: '  ',
  padding: ' ',
  lastComma: '',
};
