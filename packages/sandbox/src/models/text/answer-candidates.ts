import type { QuestionKind } from './question-kind.ts';
import { stopWords } from './stop-words.ts';
import { plain, type Word } from './words.ts';

/** A run of a sentence's words that may be the answer: indices into the words, `last` inclusive. */
export interface Candidate {
  first: number;
  last: number;
}

const months = 'january february march april may june july august september october november december';
const days =
  'monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday noon midnight';
const timeWords = new Set(`${months} ${days} spring summer autumn winter morning evening century`.split(' '));

const numberWords = new Set(
  'one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million'.split(
    ' ',
  ),
);

/** Words that end a run of a `thing`: they join statements rather than belong to one. */
const joints = new Set(
  'and but or is are was were be been am has have had do does did that which who because while when'.split(
    ' ',
  ),
);

const isNumber = (word: string) => /^\p{N}/u.test(word) || numberWords.has(word);

const isName = ({ text }: Word) =>
  /^\p{Lu}/u.test(text) && !stopWords.has(plain(text)) && !timeWords.has(plain(text));

const fits: Readonly<Record<QuestionKind, (word: Word) => boolean>> = {
  person: isName,
  place: isName,
  time: (word) => timeWords.has(plain(word.text)) || /^\d/.test(word.text),
  number: (word) => isNumber(plain(word.text)),
  thing: (word) => !joints.has(plain(word.text)),
};

/**
 * The runs of words in a sentence that could answer a question of `kind`, in order.
 *
 * @param isAsked whether a word of the sentence stands in the question; such words are in no run
 * @param isApart whether punctuation stands between the word at an index and the one before it
 */
export function answerCandidates(
  kind: QuestionKind,
  words: readonly Word[],
  isAsked: (index: number) => boolean,
  isApart: (index: number) => boolean,
): Candidate[] {
  const runs: Candidate[] = [];
  for (const [index, word] of words.entries()) {
    if (isAsked(index) || !fits[kind](word)) continue;
    const run = runs.at(-1);
    if (run?.last === index - 1 && !isApart(index)) run.last = index;
    else runs.push({ first: index, last: index });
  }
  return runs.map((run) => trim(run, words)).filter((run) => run.first <= run.last);
}

function trim(run: Candidate, words: readonly Word[]): Candidate {
  let { first, last } = run;
  const isStop = (index: number) => stopWords.has(plain(words[index]?.text ?? ''));
  while (first <= last && isStop(first)) first += 1;
  while (last >= first && isStop(last)) last -= 1;
  return { first, last };
}
