import { TryoutError } from '../errors/index.ts';

/** A part of the program could not be loaded: no network, or a newer version has taken its place. */
export class LoadError extends TryoutError {
  override readonly name = 'LoadError';
  readonly outcome = 'failed';

  constructor(cause: unknown) {
    super('A part of the app could not be loaded', {
      hint: 'Check your network connection, then reload.',
      cause,
    });
  }
}

/**
 * Loads a part of the program.
 * @throws LoadError
 */
export function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((error: unknown) => {
    throw new LoadError(error);
  });
}
