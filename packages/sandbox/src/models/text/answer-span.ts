import { answerCandidates, type Candidate } from './answer-candidates.ts';
import type { QuestionKind } from './question-kind.ts';
import { stemOf } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { plain, type Word, wordsOf } from './words.ts';

/** Part of a sentence, in UTF-16 positions, `end` exclusive. */
export interface AnswerSpan {
  start: number;
  end: number;
  /** Whether no candidate was found and this is the sentence as it is. */
  isWhole: boolean;
}

/**
 * The candidate the fewest words away from an asked word, of equal ones the first; one before its asked word counts
 * as half a step farther. Both lists are in order.
 */
function nearestCandidate(candidates: readonly Candidate[], asked: readonly number[]): Candidate | undefined {
  let [best] = candidates;
  let least = Infinity;
  let next = 0;
  for (const candidate of candidates) {
    while ((asked[next] ?? Infinity) < candidate.first) next += 1;
    const behind = candidate.first - (asked[next - 1] ?? -Infinity);
    const before = (asked[next] ?? Infinity) - candidate.last + 0.5;
    const distance = Math.min(behind, before);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/**
 * The words of a sentence that fit the kind of question best.
 *
 * @param wanted stems of the question
 * @param mostWords longest answer; what is longer loses its end
 */
export function answerSpan(
  sentence: string,
  kind: QuestionKind,
  wanted: ReadonlySet<string>,
  mostWords: number,
): AnswerSpan {
  const words = wordsOf(sentence);
  const gap = (index: number) => sentence.slice(words[index - 1]?.end ?? 0, words[index]?.start);
  const isWanted = (word: Word) => !stopWords.has(plain(word.text)) && wanted.has(stemOf(plain(word.text)));
  const asked = words.flatMap((word, index) => (isWanted(word) ? [index] : []));
  const isAsked = new Set(asked);
  const candidates = answerCandidates(
    kind,
    words,
    (index) => isAsked.has(index),
    (index) => !/^(?:\s+|[-–.,]|\.\s+)$/.test(gap(index)),
  );
  const best = nearestCandidate(candidates, asked);
  const unit = (best?.last ?? 0) + 1;
  const hasUnit =
    kind === 'number' && unit < words.length && !isAsked.has(unit) && /^[\s-]+$/.test(gap(unit));
  const first = best?.first ?? 0;
  const fullLast = best ? best.last + (hasUnit ? 1 : 0) : words.length - 1;
  const last = Math.min(fullLast, first + mostWords - 1);
  if (!best && last === words.length - 1) return { start: 0, end: sentence.length, isWhole: true };
  return { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0, isWhole: !best };
}
