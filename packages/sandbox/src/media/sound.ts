import type { AudioData } from '@audio/decode-wav';
import { encodeWavFile2 } from 'wav-file-encoder';
import { loadOptional } from '../optional-package.ts';
import { ModelInputError } from './model-input-error.ts';

/** Decoded sound: one array of samples (-1 to 1) per channel, all of equal length. */
export interface Sound {
  /** Samples per second. */
  sampleRate: number;
  channels: Float32Array[];
}

const maxBytes = 20_000_000;
const maxMinutes = 30;

/**
 * Reduces a WAV file, also one with 64-bit lengths, to its `fmt ` and `data` chunks; other files stay unchanged. The decoder
 * does not skip the padding byte after a chunk of odd length.
 */
function toPlainWav(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^(?:RIFF|RF64|BW64)[^]{4}WAVE/.test(file.toString('latin1', 0, 12))) return bytes;
  const chunks = [Buffer.from('RIFF'), file.subarray(4, 12)];
  for (let start = 12; start + 8 <= file.length;) {
    const name = file.toString('latin1', start, start + 4);
    const size = file.readUInt32LE(start + 4);
    const end = start + 8 + size + (size % 2);
    if (name === 'fmt ' || name === 'data') chunks.push(file.subarray(start, end));
    start = end;
  }
  return Buffer.concat(chunks);
}

type Decode = (bytes: Uint8Array) => AudioData | Promise<AudioData>;

/** By format; not `audio-decode`, which installs decoders under the GPL. */
const decoders: Readonly<Record<string, () => Promise<{ readonly default: Decode }>>> = {
  aif: () => import('@audio/decode-aiff'),
  amr: () => import('@audio/decode-amr'),
  caf: () => import('@audio/decode-caf'),
  flac: () => import('@audio/decode-flac'),
  mp3: () => import('@audio/decode-mp3'),
  ogg: () => import('@audio/decode-vorbis'),
  opus: () => import('@audio/decode-opus'),
  wav: () => import('@audio/decode-wav'),
};

/** @throws {HttpError} if the decoder is not installed */
async function loadDecoder(bytes: Uint8Array): Promise<Decode | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const isCaf = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'caff';
  const format = isCaf ? 'caf' : (await fileTypeFromBuffer(bytes))?.ext;
  const load = decoders[format ?? ''];
  return load && (await loadOptional(`decode .${format} files`, 'their decoder', load)).default;
}

/**
 * Decodes a sound file: WAV, FLAC, MP3, Ogg Vorbis, Opus, AIFF, CAF and AMR, regardless of its name. Samples beyond -1 to 1
 * are clipped; NaN becomes 0.
 * @throws {ModelInputError} for files that cannot be read, have no samples, last over 30 minutes or are larger than 20 MB
 */
export async function decodeSound(bytes: Uint8Array): Promise<Sound> {
  if (bytes.length > maxBytes) {
    throw new ModelInputError(`The sound file is larger than ${maxBytes / 1e6} MB.`);
  }
  const file = toPlainWav(bytes);
  const decode = await loadDecoder(file);
  const unreadable = 'The file is not a readable audio file. Use WAV, FLAC, MP3, Ogg, AIFF, CAF or AMR.';
  if (!decode) throw new ModelInputError(unreadable);
  const { channelData, sampleRate } = await Promise.resolve(file)
    .then(decode)
    .catch((cause: unknown) => {
      throw new ModelInputError(unreadable, { cause });
    });
  const length = channelData[0]?.length ?? 0;
  if (length === 0) throw new ModelInputError('The sound file has no samples.');
  if (length > maxMinutes * 60 * sampleRate) {
    throw new ModelInputError(`The sound lasts longer than ${maxMinutes} minutes.`);
  }
  const clip = (sample: number) => (Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample)));
  return { sampleRate, channels: channelData.map((samples) => samples.map(clip)) };
}

/** The mean of a sound's channels; empty for a sound without channels. */
export function mixDown({ channels }: Sound): Float32Array {
  const [first = new Float32Array()] = channels;
  return first.map(
    (_, index) => channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length,
  );
}

/** A 16-bit PCM WAV file. */
export function encodeWav({ sampleRate, channels }: Sound): Uint8Array {
  const sixteenBits = 0;
  return new Uint8Array(
    encodeWavFile2(channels.length > 0 ? channels : [new Float32Array()], sampleRate, sixteenBits),
  );
}
