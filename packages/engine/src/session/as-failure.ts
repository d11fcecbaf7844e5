import { isFailure, TryoutError, type Failure } from '../errors/index.ts';

/** A fault of our own code, told instead of thrown, so that nothing typed is lost by it. */
class UnexpectedError extends TryoutError {
  override readonly name = 'UnexpectedError';
  readonly outcome = 'failed';
}

/** Any thrown value as a failure that can be shown. */
export function asFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  return new UnexpectedError(error instanceof Error ? error.message : String(error), { cause: error });
}
