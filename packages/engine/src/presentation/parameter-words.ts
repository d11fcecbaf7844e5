import type { ParameterFault } from './parameter-rows.ts';

/** Stands in place of the parameters until the task's schema is there. */
export const LOOKING_UP_PARAMETERS = 'Looking up the parameters';

/**
 * What the row is for that takes a parameter as `name=value`.
 * @param known how many parameters the task's schema has
 */
export function aboutOtherParameters(known: number): string {
  return known === 0
    ? 'There is no list of parameters for this task. What the model takes can be given as name=value.'
    : 'A parameter that is not in the list, as name=value. The model may know more than the list does.';
}

/** What is wrong with a parameter, and what to do, in one line. */
export function faultWords({ message, hint }: ParameterFault): string {
  return hint === undefined ? message : `${message}. ${hint}`;
}
