import { plainWords } from './words.ts';

/** What sort of answer a question asks for. */
export type QuestionKind = 'person' | 'time' | 'number' | 'place' | 'thing';

const opening: readonly { kind: QuestionKind; words: readonly string[] }[] = [
  {
    kind: 'number',
    words: 'how many|how much|how old|how long|how far|how tall|how high|how big|how heavy|how fast'.split(
      '|',
    ),
  },
  {
    kind: 'time',
    words: 'when|what year|which year|what day|which day|what month|what time|what date'.split('|'),
  },
  { kind: 'person', words: ['who', 'whom', 'whose'] },
  { kind: 'place', words: ['where'] },
];

/** What {@link questionKind} does, for model cards: what each kind's question holds. */
export const questionKindRules = opening
  .map(({ kind, words }) => `**${kind}** for *${words.join('*, *')}*`)
  .join('; ');

/** The kind of answer that a question asks for, by the first of its phrases that it holds; `thing` by default. */
export function questionKind(question: string): QuestionKind {
  const words = ` ${plainWords(question).join(' ')} `;
  return opening.find((each) => each.words.some((phrase) => words.includes(` ${phrase} `)))?.kind ?? 'thing';
}
