import { diffArrays } from 'diff';
import { countCommon } from '../metrics/index.ts';

/** Words, and their parts in scripts without spaces; white space and other characters are separate. */
const parts =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}'’_]+|[^\s]/gu;

/** Characters and words that are compared; the rest of longer texts is ignored. */
const MAX_CHARACTERS = 200_000;
const MAX_WORDS = 5000;
/** Edits that are searched for. Texts that differ more are compared by the words that they share. */
const MAX_EDITS = 500;

function getParts(text: string): string[] {
  return (text.slice(0, MAX_CHARACTERS).match(parts) ?? []).slice(0, 2 * MAX_WORDS);
}

const isWord = (part: string) => part.trim() !== '';

function getWords(text: string): string[] {
  return getParts(text).filter(isWord).slice(0, MAX_WORDS);
}

/** 1 minus the share of words that have to be inserted, deleted or replaced; 1 for equal texts. */
export function wordSimilarity(a: string, b: string): number {
  const [first, second] = [getWords(a), getWords(b)];
  const length = Math.max(first.length, second.length);
  if (length === 0) return 1;
  const changes = diffArrays(first, second, { maxEditLength: MAX_EDITS });
  if (!changes) return countCommon(first, second) / length;
  let [edits, removed, added] = [0, 0, 0];
  for (const change of changes) {
    if (change.removed) removed += change.count;
    else if (change.added) added += change.count;
    else {
      edits += Math.max(removed, added);
      [removed, added] = [0, 0];
    }
  }
  return Math.max(0, 1 - (edits + Math.max(removed, added)) / length);
}

/** The words of an answer as SQuAD compares it: lower case, without punctuation and articles. */
export function getAnswerWords(text: string): string[] {
  return getWords(text.toLowerCase()).filter(
    (word) => /[\p{L}\p{N}]/u.test(word) && !/^(?:a|an|the)$/.test(word),
  );
}

/** A part of a text, and whether another text lacks it. */
export interface TextPart {
  readonly text: string;
  readonly isDifferent: boolean;
}

/** The parts of texts with what is only in one of them: the first one is compared with the second, the others with it. */
export function markDifferences(texts: readonly string[]): readonly (readonly TextPart[])[] {
  const all = texts.map(getParts);
  return all.map((own, index) => {
    const other = all[index === 0 ? 1 : 0] ?? own;
    const changes = diffArrays(other, own, { maxEditLength: MAX_EDITS }) ?? [
      { value: own, added: true, removed: false },
    ];
    const marked: TextPart[] = changes
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value.join(''), isDifferent: added && value.some(isWord) }));
    const rest = texts[index]!.slice(own.join('').length);
    return rest === '' ? marked : [...marked, { text: rest, isDifferent: false }];
  });
}
