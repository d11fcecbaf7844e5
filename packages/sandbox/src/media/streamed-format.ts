import { ModelInputError } from '../define-model.ts';

/** Formats that are decoded piece by piece, so that a small file cannot unfold into a boundless one. */
export type StreamedFormat = 'flac' | 'mp3' | 'oga' | 'opus';

/** The largest file of a format that is decoded in one go and whose header is not read. */
export const largestWholeFile = 16_000_000;

/** The sound behind an ID3v2 tag; the bytes themselves when there is none. */
export function withoutTag(bytes: Uint8Array): Uint8Array {
  if (!startsWith(bytes, 'ID3') || bytes.length < 10) return bytes;
  // Seven bits a byte (ID3v2.4, 3.1), and a footer of ten bytes where bit 4 of the flags is set.
  const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  return bytes.subarray(10 + size + (((bytes[5] ?? 0) & 16) === 0 ? 0 : 10));
}

/** Tells the streamed formats by the first bytes behind a tag; undefined for all others. */
export function streamedFormat(bytes: Uint8Array): StreamedFormat | undefined {
  const start = withoutTag(bytes);
  if (startsWith(start, 'fLaC')) return 'flac';
  if (startsWith(start, 'OggS')) {
    const page = Buffer.from(start.subarray(0, 64)).toString('latin1');
    if (page.includes('OpusHead')) return 'opus';
    return page.includes('\x7fFLAC') ? 'flac' : 'oga';
  }
  const [first = 0, second = 0] = start;
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
  return isFrame ? 'mp3' : undefined;
}

/** @throws {ModelInputError} for a file above {@link largestWholeFile}. */
export function checkWholeFile(bytes: Uint8Array): void {
  if (bytes.length > largestWholeFile) {
    throw new ModelInputError(
      `The sound file is too large: beyond ${largestWholeFile / 1e6} MB only WAV, FLAC, MP3 and Ogg are read.`,
    );
  }
}

function startsWith(bytes: Uint8Array, letters: string): boolean {
  return Buffer.from(bytes.subarray(0, letters.length)).toString('latin1') === letters;
}
