import type { Failure } from './failure.ts';
import { TryoutError } from './tryout-error.ts';

/** What the person gave cannot be used; thrown before any request. */
export class InputError extends TryoutError {
  override readonly name = 'InputError';
  readonly outcome = 'input';
}

/**
 * Wrong input that the specification wants as a TypeError: a token without its prefix, a model URL together with an
 * endpoint URL.
 */
export class InputTypeError extends TypeError implements Failure {
  override readonly name = 'TypeError';
  readonly outcome = 'input';
  readonly hint?: string;

  constructor(message: string, { hint }: { hint?: string } = {}) {
    super(message);
    if (hint !== undefined) this.hint = hint;
  }
}

/** No model was named and the Hub has no default for the task (specification, section 5). */
export class NoModelError extends TryoutError {
  override readonly name = 'NoModelError';
  readonly outcome = 'input';

  constructor() {
    super('No model provided, and no default model found for this task', {
      hint: 'Name a model of this task.',
    });
  }
}
