import { ModelInputError } from '../define-model.ts';

/** How many inputs one request may hold. */
export const mostInputs = 128;

/** How many characters (UTF-16 units) the texts of one request may have together. */
export const mostCharacters = 200_000;

const written = mostCharacters.toLocaleString('en');

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

/** @throws ModelInputError when texts have more than {@link mostCharacters} together. */
export function refuseLongTexts(texts: readonly unknown[], field: string): void {
  if (texts.reduce<number>((sum, text) => sum + lengthOf(text), 0) <= mostCharacters) return;
  throw new ModelInputError(`\`${field}\` may have at most ${written} characters.`);
}

/** @throws ModelInputError for no input, more than {@link mostInputs} or more than {@link mostCharacters}. */
export function checkBatch(inputs: readonly unknown[]): void {
  if (inputs.length === 0) throw new ModelInputError('`inputs` must not be an empty list.');
  if (inputs.length > mostInputs) {
    throw new ModelInputError(
      `\`inputs\` may be a list of at most ${mostInputs}; there are ${inputs.length}.`,
    );
  }
  refuseLongTexts(inputs, 'inputs');
}
