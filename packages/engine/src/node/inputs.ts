import { basename } from 'node:path';
import {
  decodeJsonField,
  decodeText,
  maxInputBytes,
  rememberJsonFile,
  requireKind,
  SNIFF_BYTES,
  sniffContentType,
  type FileInput,
  type JsonValue,
  type MediaKind,
} from '../fields/index.ts';
import { attempt } from '../text/index.ts';
import {
  collectStream,
  readFileBytes,
  STANDARD_INPUT,
  withFile,
  type CheckedFile,
  type InputStream,
} from './files.ts';
import type { Permission } from './permitted-files.ts';

/**
 * A text file: UTF-8, or UTF-16 with a byte order mark.
 * @param permission for a name that the user did not type
 * @throws InputError, like all functions here
 */
export async function textFromPath(path: string, permission?: Permission): Promise<string> {
  return decodeText(await readFileBytes(path, maxInputBytes.text, permission), path);
}

/** Reads text from a stream, without the newline that a shell adds. */
export async function textFromStream(stream: InputStream): Promise<string> {
  return decodeText(await collectStream(stream, maxInputBytes.text, STANDARD_INPUT), STANDARD_INPUT).replace(
    /\r?\n$/,
    '',
  );
}

/** The value of a JSON field. */
export async function jsonFromPath(path: string, permission?: Permission): Promise<JsonValue> {
  const bytes = await readFileBytes(path, maxInputBytes.json, permission);
  const value = decodeJsonField(bytes, path);
  if (isPlainJson(value, bytes)) rememberJsonFile(value, path);
  return value;
}

/** Whether the file is exactly the value as JSON, without a byte order mark or another shape. */
function isPlainJson(value: JsonValue, bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return attempt(() => JSON.stringify(JSON.parse(text)) === JSON.stringify(value)) ?? false;
}

export async function jsonFromStream(stream: InputStream) {
  const bytes = await collectStream(stream, maxInputBytes.json, STANDARD_INPUT);
  return decodeJsonField(bytes, STANDARD_INPUT);
}

/** An image or audio file. Reads only its first bytes, to detect the type. */
export async function fileFromPath(
  name: string,
  kind: MediaKind,
  permission?: Permission,
): Promise<FileInput> {
  const file = await checkMedia(name, kind, permission);
  const { path, size, type: contentType } = file;
  return { name: basename(path), path, size, contentType, open: () => file.stream() };
}

/** A file of a kind, with its type. */
export function checkMedia(name: string, kind: MediaKind, permission?: Permission): Promise<CheckedFile> {
  return withFile(name, maxInputBytes.media, permission, async (file, handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const type = await sniffContentType(new Uint8Array(buffer.subarray(0, bytesRead)));
    return file.withType(requireKind(kind, type, file.path));
  });
}

export async function fileFromStream(stream: InputStream, kind: MediaKind): Promise<FileInput> {
  const bytes = await collectStream(stream, maxInputBytes.media, STANDARD_INPUT);
  const detectedType = await sniffContentType(bytes.subarray(0, SNIFF_BYTES));
  const contentType = requireKind(kind, detectedType, STANDARD_INPUT);
  const blob = new Blob([bytes], { type: contentType });
  return { name: 'stdin', path: '-', size: bytes.length, contentType, open: () => blob.stream() };
}
