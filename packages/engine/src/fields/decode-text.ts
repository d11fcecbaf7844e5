import { InputError } from '../errors/index.ts';

/** Byte order marks and what they stand for; without one a text is UTF-8. */
const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
] as const;

/**
 * Decodes a text; its byte order mark is taken off.
 * @throws InputError for bytes that are no text
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const encoding =
    marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))?.encoding ?? 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below, as for texts with NUL.
  }
  throw new InputError(`${name} is not a text`, { hint: 'Save it as UTF-8.' });
}
