import { readSound } from '@tryout/engine';
import { useMemo } from 'react';
import { useLoaded } from '../../use-loaded.ts';

/** From 0 to 1, for each part of a sound; undefined while it is decoded, `none` if it cannot be decoded. */
export type Loudness = readonly number[] | 'none' | undefined;

/** Bars of a waveform. */
const PARTS = 96;
/** Bytes; larger files are not read. */
const MAX_BYTES = 64_000_000;
/** Decoding longer audio takes too much memory. */
const MAX_DECODED = { bytes: 8_000_000, seconds: 600 };
/** Samples per second; enough for loudness. */
const SAMPLE_RATE = 8000;

/**
 * @param blob the same object in each render
 * @param seconds undefined until the browser has determined it
 */
export function useLoudness(blob: Blob, seconds: number | undefined): Loudness {
  const sound = useMemo(() => ({ blob, seconds }), [blob, seconds]);
  const { last } = useLoaded(sound, async () => {
    const loudness = await loudnessOf(blob, seconds).catch((): Loudness => 'none');
    return { blob, loudness };
  });
  return last?.blob === blob ? last.loudness : undefined;
}

/** Loudness from WAV samples, or decoded by the browser. */
async function loudnessOf(blob: Blob, seconds: number | undefined): Promise<Loudness> {
  if (blob.size > MAX_BYTES) return 'none';
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const known = readSound(bytes, PARTS)?.loudness;
  if (known || seconds === undefined) return known;
  if (bytes.length > MAX_DECODED.bytes || seconds > MAX_DECODED.seconds) return 'none';
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(bytes.buffer);
  return peaksOf(decoded.getChannelData(0));
}

function peaksOf(samples: Float32Array): number[] {
  const parts = Math.min(PARTS, samples.length);
  return Array.from({ length: parts }, (_, part) => {
    let peak = 0;
    const end = Math.floor(((part + 1) * samples.length) / parts);
    for (let at = Math.floor((part * samples.length) / parts); at < end; at += 1)
      peak = Math.max(peak, Math.abs(samples[at]!));
    return Math.min(1, peak);
  });
}
