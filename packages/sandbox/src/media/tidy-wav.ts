import { ModelInputError } from '../define-model.ts';
import { checkSamples } from './sound-limit.ts';

const riffHeader = 12;
const chunkHeader = 8;

/**
 * Rewrites a WAV file to its `fmt ` and `data` chunks alone, other bytes it returns as they are.
 *
 * The decoder does not skip the padding byte after a chunk of odd length, so a file with such a chunk of notes
 * before its samples would read as empty; and it makes room for as many channels as the header claims.
 *
 * @throws {ModelInputError} when the header claims more samples in a frame than the frame has bytes for, or the file
 * holds too many samples.
 */
export function tidyWav(bytes: Uint8Array): Uint8Array {
  if (!isWav(bytes)) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Uint8Array | undefined;
  let position = riffHeader;
  while (position + chunkHeader <= bytes.length) {
    const name = fourLetters(bytes, position);
    const size = view.getUint32(position + 4, true);
    const end = position + chunkHeader + size;
    if (name === 'fmt ') {
      checkFormat(view, position + chunkHeader);
      format = bytes.subarray(position, end);
    }
    if (name === 'data' && format) {
      checkSamples(samplesIn(format, bytes.length - position - chunkHeader));
      return joined(bytes.subarray(0, riffHeader), format, bytes.subarray(position));
    }
    position = end + (size % 2);
  }
  return bytes;
}

/** Whether bytes begin as a WAV file does. */
export function isWav(bytes: Uint8Array): boolean {
  return fourLetters(bytes, 0) === 'RIFF' && fourLetters(bytes, 8) === 'WAVE';
}

/** Samples of all channels that so many bytes of data unfold into; a block of ADPCM holds as many as its header says. */
function samplesIn(format: Uint8Array, dataBytes: number): number {
  const view = new DataView(format.buffer, format.byteOffset + chunkHeader, format.length - chunkHeader);
  const channels = view.getUint16(2, true);
  const blockBytes = Math.max(1, view.getUint16(12, true));
  const kind = view.getUint16(0, true);
  const isExtensible = kind === 0xfffe && view.byteLength >= 26;
  const isAdaptive = [0x02, 0x11].includes(isExtensible ? view.getUint16(24, true) : kind);
  const declared = isAdaptive && view.byteLength >= 20 ? view.getUint16(18, true) : 0;
  const perBlock = isAdaptive ? Math.max(declared, 2 * blockBytes) : 1;
  return channels * perBlock * Math.floor(dataBytes / blockBytes);
}

function checkFormat(view: DataView, start: number): void {
  const complete = start + 16 <= view.byteLength;
  const channels = complete ? view.getUint16(start + 2, true) : 0;
  const frameBytes = complete ? view.getUint16(start + 12, true) : 0;
  const sampleBits = complete ? view.getUint16(start + 14, true) : 0;
  if (channels === 0 || frameBytes * 8 < channels * sampleBits) {
    throw new ModelInputError('The WAV file has a damaged header.');
  }
}

function fourLetters(bytes: Uint8Array, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4));
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
