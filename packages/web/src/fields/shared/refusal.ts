import { InputError, isFailure } from '@tryout/engine';

/** Why something was not taken, as plain data. */
export interface Refusal {
  readonly message: string;
  readonly hint?: string;
}

/** An error of reading what a person gave, in words. */
export function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  const hint = isFailure(error) ? error.hint : undefined;
  return hint === undefined ? { message } : { message, hint };
}

/** The same as an error, for what shows errors. */
export function errorOf({ message, hint }: Refusal): InputError {
  return new InputError(message, hint === undefined ? {} : { hint });
}
