import { InputError, tooLarge } from '@tryout/engine';

/**
 * Whether a file can be an input at all: it has something in it, and not too much.
 * @param most bytes
 * @throws InputError
 */
export function checkSize(file: Blob, name: string, most: number): void {
  if (file.size === 0)
    throw new InputError(`${name} is empty`, { hint: 'Choose a file with something in it.' });
  if (file.size > most) throw tooLarge(name, most);
}

/**
 * The bytes of a part of a file.
 * @throws InputError for a file that the browser cannot read: a folder, one that is gone, one without permission
 */
export async function readBytes(blob: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new InputError(`${name} cannot be read`, {
      hint: 'It may be a folder, or may have been moved or changed: choose it again.',
      cause,
    });
  }
}

/**
 * All bytes of a file.
 * @param most bytes that it may have
 * @throws InputError
 */
export async function bytesOf(file: File, most: number): Promise<Uint8Array<ArrayBuffer>> {
  checkSize(file, file.name, most);
  return readBytes(file, file.name);
}
