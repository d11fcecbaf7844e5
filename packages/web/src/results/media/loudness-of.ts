import { readSound, type Media } from '@tryout/engine';

/** Into how many parts a sound is divided. */
const PARTS = 96;
/** Decoding longer sounds takes much memory, and their form tells little. */
const LONGEST = { bytes: 8_000_000, seconds: 600 };
/** Samples a second that are enough to see how loud it is. */
const SAMPLE_RATE = 8000;

/**
 * How loud each part of a sound is, 0 to 1: of WAV from its samples, of others decoded by the browser. Undefined where
 * that takes too much, or the browser does not know how.
 * @param seconds how long it is
 */
export async function loudnessOf(media: Media, seconds: number): Promise<readonly number[] | undefined> {
  const own = readSound(media.bytes, PARTS)?.loudness;
  if (own) return own;
  if (media.bytes.length > LONGEST.bytes || !(seconds <= LONGEST.seconds)) return undefined;
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(media.bytes.slice().buffer).catch(() => undefined);
  return decoded && partsOf(decoded.getChannelData(0));
}

function partsOf(samples: Float32Array): number[] {
  const parts = Math.min(PARTS, samples.length);
  return Array.from({ length: parts }, (_, part) => {
    let loudest = 0;
    const end = Math.floor(((part + 1) * samples.length) / parts);
    for (let at = Math.floor((part * samples.length) / parts); at < end; at += 1)
      loudest = Math.max(loudest, Math.abs(samples[at]!));
    return Math.min(1, loudest);
  });
}
