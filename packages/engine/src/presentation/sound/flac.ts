import type { SoundFacts } from './read-sound.ts';

const STREAM_MARKER = 0x664c6143;

/** Reads a FLAC file's STREAMINFO block (RFC 9639, section 8.2); undefined where it is none or leaves the length out. */
export function readFlac(view: DataView): SoundFacts | undefined {
  if (view.byteLength < 26 || view.getUint32(0) !== STREAM_MARKER) return undefined;
  // 20 bits of sample rate, 3 of channels less one, 5 of depth, 36 of samples.
  const packed = view.getBigUint64(18);
  const sampleRate = Number(packed >> 44n);
  const samples = Number(packed & 0xfffffffffn);
  if (sampleRate === 0 || samples === 0) return undefined;
  return { seconds: samples / sampleRate, sampleRate, channels: Number((packed >> 41n) & 7n) + 1 };
}
