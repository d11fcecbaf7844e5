import { ModelInputError } from '../define-model.ts';

/**
 * The most samples, counted over all channels, that a recording may hold: 23 minutes of mono or 11 of stereo at 44,100
 * samples a second. Decoded they take 240 MB, and an answer that carries the recording twice in base64 still fits the
 * longest string that V8 makes (2^29 - 24 characters).
 */
export const mostSamples = 60_000_000;

/** Refuses a recording that holds too many samples. @throws {ModelInputError} above {@link mostSamples}. */
export function checkSamples(count: number): void {
  if (count > mostSamples) {
    throw new ModelInputError(
      `The sound is too long: it holds more than ${mostSamples / 1e6} million samples, all channels together.`,
    );
  }
}
