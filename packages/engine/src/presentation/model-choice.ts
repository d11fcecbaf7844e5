import type { ListedModel } from '../hub/index.ts';
import { modelIdIn } from './model-address.ts';

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

/**
 * What was typed, where it is a whole id, or the address of one, that the list would not find by it.
 * @param hubUrl without a slash at its end
 */
export function typedModel(
  hubUrl: string,
  typed: string,
  listed: readonly ListedModel[],
): TypedModel | undefined {
  const typedId = modelIdIn(hubUrl, typed);
  if (typedId === undefined) return undefined;
  const isFound = typed.trim() === typedId && listed.some(({ name }) => name === typedId);
  return isFound ? undefined : { typedId };
}
