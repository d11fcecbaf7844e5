import { ModelInputError } from '../../define-model.ts';

const mostSentences = 1000;
const mostCharacters = 200_000;

/** A limit as cards and errors write it: 20,000. */
export function writtenNumber(value: number): string {
  return value.toLocaleString('en');
}

/** @throws {ModelInputError} when `text` has more than `limit` UTF-16 units; `name` is what it is called. */
export function refuseLonger(text: string, limit: number, name: string): void {
  if (text.length <= limit) return;
  throw new ModelInputError(`The ${name} may have at most ${writtenNumber(limit)} characters.`);
}

/** What {@link refuseManySentences} refuses, for model cards. */
export const sentenceLimitRules = `More than ${writtenNumber(mostSentences)} sentences, or ${writtenNumber(mostCharacters)} characters in them, are an input error.`;

/** @throws {ModelInputError} for more than 1,000 sentences, or more than 200,000 characters in them. */
export function refuseManySentences(sentences: readonly string[]): void {
  if (sentences.length > mostSentences) {
    throw new ModelInputError(`There may be at most ${writtenNumber(mostSentences)} sentences.`);
  }
  const length = sentences.reduce((sum, sentence) => sum + sentence.length, 0);
  if (length > mostCharacters) {
    throw new ModelInputError(
      `The sentences may have at most ${writtenNumber(mostCharacters)} characters together.`,
    );
  }
}
