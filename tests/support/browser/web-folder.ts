import { inject } from 'vitest';

/**
 * The folder of the built web app.
 * @throws Error with what the build said, when it failed
 */
export function webFolder(): string {
  const { folder, failure } = inject('web');
  if (failure !== undefined) throw new Error(`The web app cannot be built\n${failure}`);
  return folder;
}
