/** The picker was left with an exit code that is not 0: it has said all there is to say itself. */
export class LeftError extends Error {
  override readonly name = 'LeftError';
  readonly code: number;

  constructor(code: number) {
    super('The picker was left');
    this.code = code;
  }
}

/** Told by its name: chunks of the program may hold this class twice. */
export function isLeftError(error: unknown): error is LeftError {
  return error instanceof Error && error.name === 'LeftError';
}
