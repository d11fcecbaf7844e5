import { plainWords } from '../words.ts';
import { subjectOf } from './quoted.ts';
import type { Skill } from './skill.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as a reader sees them: an emoji with its skin tone is one. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function isPalindrome(text: string): boolean {
  const letters = plainWords(text).join('').replaceAll("'", '');
  return letters !== '' && letters === [...letters].toReversed().join('');
}

const commands: readonly { opening: RegExp; run(subject: string): string }[] = [
  {
    opening: /^reverse\b:? ?(?:the (?:word|text|sentence) )?/i,
    run: (subject) => charactersOf(subject).toReversed().join(''),
  },
  {
    opening: /^spell\b:? ?(?:the word )?/i,
    run: (subject) =>
      charactersOf(subject)
        .filter((character) => character.trim() !== '')
        .join('-')
        .toUpperCase(),
  },
  {
    opening: /^(?:uppercase|shout|write in capitals|put in capitals)\b:? ?/i,
    run: (subject) => subject.toUpperCase(),
  },
  {
    opening: /^sort\b:? ?(?:the words |these words )?/i,
    run: (subject) =>
      plainWords(subject)
        .toSorted((left, right) => left.localeCompare(right, 'en'))
        .join(', '),
  },
  {
    opening: /^is (?=.*\bpalindrome\b)/is,
    run: (subject) => {
      const text = subject.replace(/ (?:is )?a palindrome$/i, '');
      return `${isPalindrome(text) ? 'Yes' : 'No'}, "${text}" is ${isPalindrome(text) ? '' : 'not '}the same backwards.`;
    },
  },
];

/** Commands that change a text. */
export const textCommands: Skill = {
  help: 'Texts: "Reverse stressed", "Spell rhythm", "Shout: good morning", "Sort pear, apple", "Is level a palindrome?"',
  answer({ message }) {
    const request = message.trim().replace(/^please,? /i, '');
    for (const { opening, run } of commands) {
      const start = opening.exec(request)?.[0];
      if (start === undefined) continue;
      const subject = subjectOf(request, request.slice(start.length));
      if (subject !== '') return run(subject);
    }
    return undefined;
  },
};
