import { setImmediate as turn } from 'node:timers/promises';
import type { AudioData } from 'audio-decode';
import { promisedFlacSamples } from './flac-header.ts';
import { checkSamples } from './sound-limit.ts';
import { checkWholeFile, streamedFormat, withoutTag, type StreamedFormat } from './streamed-format.ts';
import { isWav } from './tidy-wav.ts';

/** Small enough that not even silence, 2000 samples a byte in FLAC, unfolds into more than some 70 MB at once. */
const pieceBytes = 8192;

/**
 * Decodes a sound file, and stops as soon as it holds too many samples: FLAC, MP3, Ogg Vorbis and Opus are counted while
 * they are decoded, of other formats the file must be small. A WAV file must have been checked by `tidyWav`.
 *
 * @throws {ModelInputError} when the sound is too long. Other errors are the decoder's.
 */
export async function decodeBytes(bytes: Uint8Array): Promise<AudioData> {
  const format = streamedFormat(bytes);
  if (format !== undefined) return decodePieces(withoutTag(bytes), format);
  if (!isWav(bytes)) checkWholeFile(bytes);
  const { default: decode } = await import('audio-decode');
  const sound = await decode(bytes);
  checkSamples(sound.channelData.length * (sound.channelData[0]?.length ?? 0));
  return sound;
}

async function decodePieces(bytes: Uint8Array, format: StreamedFormat): Promise<AudioData> {
  if (format === 'flac' && bytes[0] === 0x66) checkSamples(promisedFlacSamples(bytes));
  const { default: decode } = await import('audio-decode');
  const parts: Float32Array[][] = [];
  let sampleRate = 0;
  let samples = 0;
  for await (const part of decode(pieces(bytes), format)) {
    samples += part.channelData.length * (part.channelData[0]?.length ?? 0);
    checkSamples(samples);
    parts.push(part.channelData);
    sampleRate ||= part.sampleRate;
  }
  return { channelData: joined(parts), sampleRate };
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.slice(start, start + pieceBytes);
    await turn();
  }
}

/** Joins parts end to end. A part of fewer channels than the others repeats its own, as mono passages do. */
function joined(parts: readonly Float32Array[][]): Float32Array[] {
  const width = parts.reduce((most, part) => Math.max(most, part.length), 0);
  const length = parts.reduce((sum, [first]) => sum + (first?.length ?? 0), 0);
  return Array.from({ length: width }, (_, channel) => {
    const whole = new Float32Array(length);
    let position = 0;
    for (const part of parts) {
      whole.set(part[channel % part.length] ?? [], position);
      position += part[0]?.length ?? 0;
    }
    return whole;
  });
}
