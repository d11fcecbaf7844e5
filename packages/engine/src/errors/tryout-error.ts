import type { Failure, Outcome } from './failure.ts';

/** Options of every error: the next step, and what caused it. */
export interface TryoutErrorOptions {
  hint?: string;
  cause?: unknown;
}

/** Base of the errors that Tryout throws. */
export abstract class TryoutError extends Error implements Failure {
  abstract readonly outcome: Outcome;
  readonly hint?: string;

  constructor(message: string, { hint, cause }: TryoutErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    if (hint !== undefined) this.hint = hint;
  }
}
