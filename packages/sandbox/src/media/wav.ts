import { ModelInputError } from '../define-model.ts';

/**
 * Of all channels together: 23 minutes of mono at 44,100 Hz, 240 MB decoded. A response with the recording twice in base64
 * still fits in the longest string of V8.
 */
export const maxSamples = 60_000_000;

/** @throws {ModelInputError} for more than 60 million samples */
export function checkSampleCount(count: number): void {
  if (count <= maxSamples) return;
  throw new ModelInputError(`The sound has more than ${maxSamples / 1e6} million samples in all channels.`);
}

const riffHeader = 12;
const chunkHeader = 8;

function nameAt(bytes: Uint8Array, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4));
}

export function isWav(bytes: Uint8Array): boolean {
  return nameAt(bytes, 0) === 'RIFF' && nameAt(bytes, 8) === 'WAVE';
}

/** Number of samples in all channels; the header of an ADPCM file declares how many a block has. */
function countSamples(format: Uint8Array, dataBytes: number): number {
  const view = new DataView(format.buffer, format.byteOffset + chunkHeader, format.length - chunkHeader);
  const channels = view.getUint16(2, true);
  const blockBytes = Math.max(1, view.getUint16(12, true));
  const tag = view.getUint16(0, true);
  const isExtensible = tag === 0xfffe && view.byteLength >= 26;
  const isAdpcm = [0x02, 0x11].includes(isExtensible ? view.getUint16(24, true) : tag);
  const declared = isAdpcm && view.byteLength >= 20 ? view.getUint16(18, true) : 0;
  const perBlock = isAdpcm ? Math.max(declared, 2 * blockBytes) : 1;
  return channels * perBlock * Math.floor(dataBytes / blockBytes);
}

function checkFormat(view: DataView, start: number): void {
  const isComplete = start + 16 <= view.byteLength;
  const channels = isComplete ? view.getUint16(start + 2, true) : 0;
  const frameBytes = isComplete ? view.getUint16(start + 12, true) : 0;
  const sampleBits = isComplete ? view.getUint16(start + 14, true) : 0;
  if (channels === 0 || frameBytes * 8 < channels * sampleBits) {
    throw new ModelInputError('The WAV file has a damaged header.');
  }
}

/**
 * Reduces a WAV file to its `fmt ` and `data` chunks; other files stay unchanged. The decoder does not skip the padding
 * byte after a chunk of odd length, and allocates as many channels as the header claims.
 * @throws {ModelInputError} for a damaged header and for too many samples
 */
export function normalizeWav(bytes: Uint8Array): Uint8Array {
  if (!isWav(bytes)) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Uint8Array | undefined;
  let position = riffHeader;
  while (position + chunkHeader <= bytes.length) {
    const name = nameAt(bytes, position);
    const size = view.getUint32(position + 4, true);
    const end = position + chunkHeader + size;
    if (name === 'fmt ') {
      checkFormat(view, position + chunkHeader);
      format = bytes.subarray(position, end);
    }
    if (name === 'data' && format) {
      checkSampleCount(countSamples(format, bytes.length - position - chunkHeader));
      return new Uint8Array(Buffer.concat([bytes.subarray(0, riffHeader), format, bytes.subarray(position)]));
    }
    position = end + (size % 2);
  }
  return bytes;
}
