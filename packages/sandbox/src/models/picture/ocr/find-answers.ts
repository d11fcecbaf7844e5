import type { FoundAnswer } from '../../../define-model.ts';
import { wordsOf } from '../words/lexicon.ts';
import type { Page, PageWord } from './page.ts';
import { questionWords, stem } from './question-words.ts';

interface Field {
  label: PageWord[];
  value: PageWord[];
  /** How far the layout marks the label as one: 1 with a colon, less without. */
  trust: number;
}

/** The rule of {@link findAnswers} in words, for cards. */
export const answerRule = `1. A line with a word that ends in a colon is a field: what stands up to the colon is its label, the rest its value; if
   nothing follows, the value is the next line. Trust 1.
2. A line without a colon that ends in a word with a digit is a field as well: the words before the first word with a digit
   are the label, the rest the value. Trust 0.8.
3. Every other line stands for itself: it is label and value in one. Trust 0.5.

The score of a field is (weight of the question's words found in its label) / (largest such weight on the page or the weight
of all words of the question, whichever is more) x (1 for labels all of whose words the question names, falling to 0.7 for
labels of which it names few) x trust x the reader's mean confidence in the value. Fields without a common word are left out.`;

/** Finds the fields of a page that answer a question, best first; the positions are of first and last word. */
export function findAnswers(page: Page, question: string): FoundAnswer[] {
  const wanted = questionWords(question);
  const full = [...wanted.values()].filter((weight) => weight === 1).length;
  const fields = fieldsOf(page).map((field) => ({ field, ...overlap(field.label, wanted) }));
  const most = Math.max(full, ...fields.map(({ weight }) => weight));
  return fields
    .filter(({ weight, field }) => weight > 0 && field.value.length > 0)
    .map(({ field: { value, trust }, weight, coverage }) => {
      const confidence = value.reduce((sum, word) => sum + word.confidence, 0) / value.length;
      return {
        answer: value.map(({ text }) => text).join(' '),
        score: (weight / most) * (0.7 + 0.3 * coverage) * trust * confidence,
        start: value[0]?.index ?? 0,
        end: value.at(-1)?.index ?? 0,
      };
    })
    .sort((a, b) => b.score - a.score);
}

function fieldsOf({ lines }: Page): Field[] {
  return lines.map((line, row) => {
    const colon = line.findIndex(({ text }) => text.endsWith(':'));
    if (colon >= 0) {
      const value = line.slice(colon + 1);
      return {
        label: line.slice(0, colon + 1),
        value: value.length > 0 ? value : (lines[row + 1] ?? []),
        trust: 1,
      };
    }
    const digits = line.findIndex(({ text }) => /\d/.test(text));
    if (digits > 0 && /\d/.test(line.at(-1)?.text ?? ''))
      return { label: line.slice(0, digits), value: line.slice(digits), trust: 0.8 };
    return { label: line, value: line, trust: 0.5 };
  });
}

function overlap(label: PageWord[], wanted: Map<string, number>): { weight: number; coverage: number } {
  const stems = new Set(label.flatMap(({ text }) => wordsOf(text)).map(stem));
  const common = [...stems].filter((word) => wanted.has(word));
  const weight = common.reduce((sum, word) => sum + (wanted.get(word) ?? 0), 0);
  return { weight, coverage: common.length / Math.max(1, stems.size) };
}
