import { setImmediate } from 'node:timers/promises';
import type { AudioData } from 'audio-decode';
import { encodeWavFile2 } from 'wav-file-encoder';
import { ModelInputError } from '../define-model.ts';
import { checkSampleCount, isWav, normalizeWav } from './wav.ts';

/** Decoded sound: one array of samples (-1 to 1) per channel, all of equal length. */
export interface Sound {
  /** Samples per second. */
  sampleRate: number;
  channels: Float32Array[];
}

const maxMinutes = 30;
/** For formats that are decoded in one go, without a header check. */
const maxFileBytes = 16_000_000;
/** Even silence, with 2,000 samples per byte in FLAC, expands to 70 MB at most. */
const pieceBytes = 8192;

function countSamples({ channelData }: AudioData): number {
  return channelData.length * (channelData[0]?.length ?? 0);
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Buffer.from(bytes.subarray(0, signature.length)).toString('latin1') === signature;
}

/** The bytes after an ID3v2 tag. */
function withoutTag(bytes: Uint8Array): Uint8Array {
  if (!startsWith(bytes, 'ID3') || bytes.length < 10) return bytes;
  // ID3v2.4, 3.1: seven bits per byte, and a footer of ten bytes where bit 4 of the flags is set.
  const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  return bytes.subarray(10 + size + (((bytes[5] ?? 0) & 16) === 0 ? 0 : 10));
}

/** The format of files that can be decoded in pieces, so that a small file cannot expand without limit. */
function streamedFormat(bytes: Uint8Array): 'flac' | 'mp3' | 'oga' | 'opus' | undefined {
  if (startsWith(bytes, 'fLaC')) return 'flac';
  if (startsWith(bytes, 'OggS')) {
    const page = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
    if (page.includes('OpusHead')) return 'opus';
    return page.includes('\x7fFLAC') ? 'flac' : 'oga';
  }
  const [first = 0, second = 0] = bytes;
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0 ? 'mp3' : undefined;
}

/** The number of samples declared in a FLAC header; 0 if unknown. */
function declaredSamples(bytes: Uint8Array): number {
  // RFC 9639, 8.2: the packed fields of STREAMINFO, after the marker, a block header and 10 bytes of sizes, are 20 bits of
  // sample rate, 3 bits of channels less one, 5 bits of depth and 36 bits of length.
  const packed = 18;
  if (!startsWith(bytes, 'fLaC') || bytes.length < packed + 8) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const high = view.getUint32(packed);
  const channels = ((high >>> 9) & 7) + 1;
  return channels * ((high & 15) * 2 ** 32 + view.getUint32(packed + 4));
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.slice(start, start + pieceBytes);
    await setImmediate();
  }
}

/** Joins parts end to end. A part with fewer channels repeats its own. */
function join(parts: readonly Float32Array[][]): Float32Array[] {
  const width = parts.reduce((max, part) => Math.max(max, part.length), 0);
  return Array.from({ length: width }, (_, channel) => {
    const samples = new Float32Array(parts.reduce((sum, [first]) => sum + (first?.length ?? 0), 0));
    let position = 0;
    for (const part of parts) {
      samples.set(part[channel % part.length] ?? [], position);
      position += part[0]?.length ?? 0;
    }
    return samples;
  });
}

async function decodeBytes(bytes: Uint8Array): Promise<AudioData> {
  const { default: decode } = await import('audio-decode');
  const untagged = withoutTag(bytes);
  const format = streamedFormat(untagged);
  if (format === undefined) {
    if (!isWav(bytes) && bytes.length > maxFileBytes) {
      throw new ModelInputError(
        `The sound file is larger than ${maxFileBytes / 1e6} MB, the limit for formats other than WAV, FLAC, MP3 and Ogg.`,
      );
    }
    const sound = await decode(bytes);
    checkSampleCount(countSamples(sound));
    return sound;
  }
  checkSampleCount(declaredSamples(untagged));
  const parts: Float32Array[][] = [];
  let sampleRate = 0;
  let samples = 0;
  for await (const part of decode(piecesOf(untagged), format)) {
    samples += countSamples(part);
    checkSampleCount(samples);
    parts.push(part.channelData);
    sampleRate ||= part.sampleRate;
  }
  return { channelData: join(parts), sampleRate };
}

/**
 * Decodes a sound file: WAV, FLAC, MP3, Ogg Vorbis, Opus, AAC, M4A, WebM, AIFF and others, regardless of its name. Samples
 * beyond -1 to 1 are clipped; NaN becomes 0.
 * @throws {ModelInputError} for files that cannot be read, have no samples, last over 30 minutes or have too many samples
 */
export async function decodeSound(bytes: Uint8Array): Promise<Sound> {
  const { channelData, sampleRate } = await decodeBytes(normalizeWav(bytes)).catch((cause: unknown) => {
    if (cause instanceof ModelInputError) throw cause;
    throw new ModelInputError('The file is not a readable audio file.', { cause });
  });
  const length = channelData[0]?.length ?? 0;
  if (length === 0) throw new ModelInputError('The sound file has no samples.');
  if (!(sampleRate >= 1 && sampleRate <= 768_000) || channelData.length > 32) {
    throw new ModelInputError(
      `A sound of ${channelData.length} channels at ${sampleRate} Hz is not supported.`,
    );
  }
  if (length > maxMinutes * 60 * sampleRate) {
    throw new ModelInputError(`The sound lasts longer than ${maxMinutes} minutes.`);
  }
  const clip = (sample: number) => (Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample)));
  return { sampleRate, channels: channelData.map((samples) => samples.map(clip)) };
}

/** A 16-bit PCM WAV file. */
export function encodeWav({ sampleRate, channels }: Sound): Uint8Array {
  const sixteenBits = 0;
  return new Uint8Array(
    encodeWavFile2(channels.length > 0 ? channels : [new Float32Array()], sampleRate, sixteenBits),
  );
}
