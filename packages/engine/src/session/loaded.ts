import { isOffline, TryoutError } from '../errors/index.ts';

/** Code could not be loaded: no network, or a newer version was deployed. */
export class LoadError extends TryoutError {
  override readonly name = 'LoadError';
  readonly code = 'NOT_LOADED';
  readonly outcome = 'failed';

  constructor(cause: unknown) {
    const hint = 'Check your network connection, then reload.';
    super(isOffline() ? 'You are offline' : 'A part of the app could not be loaded', { hint, cause });
  }
}

/** Loads code on demand. @throws LoadError */
export function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((error: unknown) => {
    throw new LoadError(error);
  });
}
