import { wordsOf } from '../words/lexicon.ts';

const small = new Set(
  (
    'a an the is are was were be do does did has have had of in on at to for from by with and or it its this that there ' +
    'what which who whom whose when where why how much many i we you me my our your please tell document page paper'
  ).split(' '),
);

const kinds: readonly [RegExp, string[]][] = [
  [/\bhow much\b/, ['total', 'amount', 'sum', 'price']],
  [/\bwhen\b/, ['date', 'day', 'time', 'due']],
  [/\bwho\b/, ['name', 'from', 'to']],
  [/\bwhere\b/, ['place', 'address', 'room']],
  [/\bhow many\b/, ['quantity', 'number', 'count']],
];

/** The rule of {@link questionWords} in words, for cards. */
export const questionRule = `The words of the question, without small ones such as "what", "is" and "the", weigh 1 each. Kinds of questions add words
that weigh 0.4: ${kinds.map(([kind, words]) => `"${kind.source.replaceAll('\\b', '')}" adds ${words.join(', ')}`).join('; ')}. Words are
compared by their first five letters, in lower case.`;

/** The part of a word that is compared. */
export function stem(word: string): string {
  return word.toLowerCase().slice(0, 5);
}

/** Word stems that a question looks for, with their weights. */
export function questionWords(question: string): Map<string, number> {
  const words = wordsOf(question);
  const asked = words.join(' ');
  const weights = new Map<string, number>();
  for (const [kind, more] of kinds)
    if (kind.test(asked)) for (const word of more) weights.set(stem(word), 0.4);
  for (const word of words) if (!small.has(word)) weights.set(stem(word), 1);
  return weights;
}
