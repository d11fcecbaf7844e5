import { encodeWavFile } from 'wav-file-encoder';

/** The sample format of `encodeWavFile` that means 16-bit integers. */
const SIXTEEN_BITS = 0;

/**
 * A recording as WAV of 16 bits, which every model reads; browsers record in containers that few do.
 * @throws DOMException for a recording that the browser cannot decode
 */
export async function toWav(recording: Blob): Promise<Blob> {
  const bytes = await recording.arrayBuffer();
  const context = new AudioContext();
  try {
    return new Blob([encodeWavFile(await context.decodeAudioData(bytes), SIXTEEN_BITS)], {
      type: 'audio/wav',
    });
  } finally {
    await context.close();
  }
}
