import { wordsOf } from '../words.ts';
import { quotedText } from './quoted.ts';
import type { Skill } from './skill.ts';

const letterIn =
  /\bhow many (?:times does )?(?:the )?(?:letters? )?["']?(\p{L})["']?(?:['’]?s)? (?:are |is )?(?:there )?(?:occurs? |appears? )?in (?:the word )?["“']?([\p{L}\p{M}\p{N}-]{1,200})/iu;

const countOf = /\b(?:how many|count(?: the)?) (words|letters|characters|vowels)\b(.*)/is;

function plural(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}

const units: Readonly<Record<string, (text: string) => number>> = {
  words: (text) => wordsOf(text).length,
  letters: (text) => (text.match(/\p{L}/gu) ?? []).length,
  characters: (text) => [...text].length,
  vowels: (text) => (text.match(/[aeiou]/gi) ?? []).length,
};

/** Counting of letters and words. */
export const counting: Skill = {
  help: 'Counting: "How many r are in strawberry?", "How many words are in \'to be or not to be\'?"',
  answer({ message }, think) {
    const [, letter, word] = letterIn.exec(message) ?? [];
    if (letter !== undefined && word !== undefined) {
      const letters = [...word.toLowerCase()];
      const places = letters.flatMap((each, index) => (each === letter.toLowerCase() ? [index + 1] : []));
      think(`${letters.join('-')}: ${letter.toLowerCase()} at ${places.join(', ') || 'no place'}`);
      const count = places.length;
      return `The letter ${letter.toLowerCase()} is in "${word}" ${plural(count, 'times')}.`;
    }
    const [, unit, rest = ''] = countOf.exec(message) ?? [];
    if (unit === undefined) return undefined;
    const behind = rest
      .replace(/^ ?(?:are |is )?(?:there )?(?:in|of)? ?(?:the (?:word|text|sentence) )?/i, '')
      .replace(/[?]$/, '');
    const text = quotedText(message) ?? behind.trim();
    const count = units[unit.toLowerCase()]?.(text) ?? 0;
    return text === '' ? undefined : `"${text}" has ${plural(count, unit.toLowerCase())}.`;
  },
};
