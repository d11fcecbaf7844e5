import { shorten } from '../text/index.ts';
import { isFailure, type Failure, type Outcome } from './failure.ts';

/** Options of every error: the next step, and what caused it. */
export interface TryoutErrorOptions {
  hint?: string;
  cause?: unknown;
}

/** Base of the errors that Tryout throws. What a message or hint quotes can be of any length; they are shortened here. */
export abstract class TryoutError extends Error implements Failure {
  abstract readonly outcome: Outcome;
  readonly hint?: string;

  constructor(message: string, { hint, cause }: TryoutErrorOptions = {}) {
    super(shorten(message), cause === undefined ? undefined : { cause });
    if (hint !== undefined) this.hint = shorten(hint);
  }
}

/** An error in our own code. */
class UnexpectedError extends TryoutError {
  override readonly name = 'UnexpectedError';
  readonly outcome = 'failed';
}

/** Any thrown value as a failure that can be shown. */
export function asFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  return new UnexpectedError(error instanceof Error ? error.message : String(error), { cause: error });
}
