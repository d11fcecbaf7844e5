import { plainWords } from '../text/words.ts';

export type TableOperation = 'average' | 'sum' | 'highest' | 'lowest' | 'count' | 'look-up';

const phrases: readonly { operation: TableOperation; words: readonly string[] }[] = [
  { operation: 'average', words: ['average', 'mean'] },
  {
    operation: 'highest',
    words:
      'highest most largest biggest greatest maximum max longest tallest oldest latest newest heaviest fastest best'.split(
        ' ',
      ),
  },
  {
    operation: 'lowest',
    words:
      'lowest least fewest smallest minimum min shortest youngest earliest lightest slowest cheapest'.split(
        ' ',
      ),
  },
  { operation: 'sum', words: ['sum', 'total', 'altogether', 'in all', 'combined'] },
  { operation: 'count', words: ['how many', 'how much', 'number of', 'count'] },
];

/** The words by operation, for the model card. */
export const operationRules = phrases
  .map(({ operation, words }) => `| ${operation} | ${words.join(', ')} |`)
  .join('\n');

/** A bound in a question, such as "more than 100". */
export interface Bound {
  isAbove: boolean;
  /** Whether the bound itself fits, as in "at least". */
  isInclusive: boolean;
  value: number;
}

const boundPattern =
  /\b(more than|greater than|over|above|at least|less than|fewer than|under|below|at most)\s+[$€£¥]?(-?[\d,]{1,20}(?:\.\d{1,10})?)/i;

/** The bound that a question sets; `undefined` without one. */
export function boundIn(question: string): Bound | undefined {
  const [, words = '', digits = ''] = boundPattern.exec(question) ?? [];
  const value = Number(digits.replaceAll(',', ''));
  if (digits === '' || !Number.isFinite(value)) return undefined;
  const phrase = words.toLowerCase();
  return {
    isAbove: ['more than', 'greater than', 'over', 'above', 'at least'].includes(phrase),
    isInclusive: phrase.startsWith('at '),
    value,
  };
}

/** A question without its bound, so that the bound's number is not taken for a cell. */
export function withoutBound(question: string): string {
  return question.replace(boundPattern, ' ');
}

/** What a question asks for: the first operation of which it has a word; `look-up` by default. */
export function operationIn(question: string): TableOperation {
  const words = ` ${plainWords(withoutBound(question)).join(' ')} `;
  const found = phrases.find((each) => each.words.some((phrase) => words.includes(` ${phrase} `)));
  return found?.operation ?? 'look-up';
}
