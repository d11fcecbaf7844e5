import { readFlac } from './flac.ts';
import { readWav } from './wav.ts';

/** What a sound file's header says. */
export interface SoundFacts {
  readonly seconds: number;
  /** Samples a second of each channel. */
  readonly sampleRate: number;
  readonly channels: number;
  /** How loud each of the asked number of equal parts is: its highest sample, 0 to 1. Only of WAV. */
  readonly loudness?: readonly number[];
}

/**
 * Reads the header of a WAV or FLAC file; undefined for other files and broken ones.
 * @param parts into how many parts to divide the loudness
 */
export function readSound(bytes: Uint8Array, parts: number): SoundFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readWav(view, parts) ?? readFlac(view);
  } catch (error) {
    // A header that promises more than there is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
