import { isModelId, type ListedModel } from '../hub/index.ts';

/** An id that was typed in full and is not in the list. */
export interface TypedModel {
  readonly typedId: string;
}

/** What can be picked in the list of models. */
export type ModelChoice = ListedModel | TypedModel;

/** Whether a choice is an id that was typed. */
export function isTyped(choice: ModelChoice): choice is TypedModel {
  return 'typedId' in choice;
}

/** The model's id. */
export function idOf(choice: ModelChoice): string {
  return isTyped(choice) ? choice.typedId : choice.name;
}

/** What was typed, where it is a whole id that the list does not have. */
export function typedModel(typed: string, listed: readonly ListedModel[]): TypedModel | undefined {
  const typedId = typed.trim();
  const isWhole = typedId.includes('/') && isModelId(typedId);
  return isWhole && !listed.some(({ name }) => name === typedId) ? { typedId } : undefined;
}
