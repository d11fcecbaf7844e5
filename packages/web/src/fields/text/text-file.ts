import { decodeText, mostBytes } from '@tryout/engine';
import { bytesOf } from '../file/bytes-of.ts';

/**
 * The text of a file: UTF-8, or UTF-16 with its byte order mark.
 * @throws InputError
 */
export async function readTextFile(file: File): Promise<string> {
  return decodeText(await bytesOf(file, mostBytes.text), file.name);
}
