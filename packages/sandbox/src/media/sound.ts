import { encodeWavFile2 } from 'wav-file-encoder';
import { ModelInputError } from '../define-model.ts';
import { decodeBytes } from './decode-bytes.ts';
import { tidyWav } from './tidy-wav.ts';

/** Decoded sound: one array of samples (-1 to 1) a channel, all of one length. */
export interface Sound {
  /** Samples a second. */
  sampleRate: number;
  channels: Float32Array[];
}

/** The longest recording that `decodeSound` lets through, in seconds. */
export const longestSound = 30 * 60;

const highestSampleRate = 768_000;
const mostChannels = 32;

/** The sample format of `encodeWavFile2` that means 16-bit integers. */
const sixteenBits = 0;

/**
 * Decodes a sound file, whose format is told from its first bytes: WAV, FLAC, MP3, Ogg Vorbis, Opus, AAC, M4A,
 * WebM, AIFF and others.
 *
 * Integer samples are scaled to reach from -1 to exactly 1: a 16-bit sample v becomes v / 32768 below zero and
 * v / 32767 above in a WAV file, v / 32767 in a FLAC file. Samples beyond -1 to 1 are clipped, as playing them would,
 * and those that are no number become 0.
 *
 * @throws {ModelInputError} when the bytes are no sound that can be read, hold no samples, last longer than
 * `longestSound` or hold more samples than `mostSamples`; this is found out before or while decoding.
 */
export async function decodeSound(bytes: Uint8Array): Promise<Sound> {
  const { channelData, sampleRate } = await decodeBytes(tidyWav(bytes)).catch((cause: unknown) => {
    if (cause instanceof ModelInputError) throw cause;
    throw new ModelInputError('The bytes are no sound file that can be read.', { cause });
  });
  const length = channelData[0]?.length ?? 0;
  if (length === 0) throw new ModelInputError('The sound file holds no samples.');
  if (!(sampleRate >= 1 && sampleRate <= highestSampleRate) || channelData.length > mostChannels) {
    throw new ModelInputError(
      `A sound of ${channelData.length} channels at ${sampleRate} samples a second is beyond what can be read.`,
    );
  }
  if (length > longestSound * sampleRate) {
    throw new ModelInputError(`The sound lasts longer than ${longestSound / 60} minutes.`);
  }
  return { sampleRate, channels: channelData.map(clipped) };
}

/** Encodes a sound as a 16-bit PCM WAV file: each sample times 32768, rounded, within -32768 to 32767. */
export function encodeWav(sound: Sound): Uint8Array {
  const channels = sound.channels.length > 0 ? sound.channels : [new Float32Array()];
  return new Uint8Array(encodeWavFile2(channels, sound.sampleRate, sixteenBits));
}

function clipped(samples: Float32Array): Float32Array {
  const tamed = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? 0;
    tamed[index] = Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample));
  }
  return tamed;
}
