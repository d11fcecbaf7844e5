import { shorten } from '../text/index.ts';
import type { Failure, Outcome } from './failure.ts';

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
