import { basename } from 'node:path';
import {
  checkJsonField,
  decodeText,
  type FileInput,
  type JsonField,
  type JsonValue,
  type MediaKind,
  mostBytes,
  parseJson,
  rememberJsonFile,
  requireKind,
  SNIFF_BYTES,
  sniffContentType,
} from '../fields/index.ts';
import {
  checkFile,
  collectStream,
  type FileState,
  type InputStream,
  openUnchanged,
  STANDARD_INPUT,
} from './files.ts';

/**
 * A text file: UTF-8, or UTF-16 with its byte order mark.
 * @throws InputError, as all readers here
 */
export async function textFromPath(path: string): Promise<string> {
  return decodeText(await bytesOf(path, mostBytes.text), path);
}

/** A text from a stream; one newline at its end is the shell's, not the text's. */
export async function textFromStream(stream: InputStream, name = STANDARD_INPUT): Promise<string> {
  return decodeText(await collectStream(stream, mostBytes.text, name), name).replace(/\r?\n$/, '');
}

/** A JSON file in the shape that its field wants. */
export async function jsonFromPath(path: string, field: JsonField): Promise<JsonValue> {
  const bytes = await bytesOf(path, mostBytes.json);
  const value = jsonOf(bytes, field, path);
  if (holdsJust(value, bytes)) rememberJsonFile(value, path);
  return value;
}

/** Whether anyone who parses these bytes as JSON gets this value: fields may want another shape, files have marks. */
function holdsJust(value: JsonValue, bytes: Uint8Array): boolean {
  try {
    return (
      JSON.stringify(JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))) ===
      JSON.stringify(value)
    );
  } catch {
    return false;
  }
}

/** JSON from a stream. */
export async function jsonFromStream(
  stream: InputStream,
  field: JsonField,
  name = STANDARD_INPUT,
): Promise<JsonValue> {
  return jsonOf(await collectStream(stream, mostBytes.json, name), field, name);
}

async function bytesOf(path: string, most: number): Promise<Uint8Array> {
  const checked = await checkFile(path, most);
  return collectStream(openUnchanged(path, checked), most, path);
}

function jsonOf(bytes: Uint8Array, field: JsonField, name: string): JsonValue {
  return checkJsonField(field, parseJson(decodeText(bytes, name), name), name);
}

/**
 * A picture or sound at a path, described without being read whole; what it is is decided by its first bytes.
 * @throws InputError
 */
export async function fileFromPath(path: string, kind: MediaKind): Promise<FileInput> {
  const checked = await checkFile(path, mostBytes.media);
  const contentType = requireKind(kind, await sniffContentType(await headOf(path, checked)), path);
  return {
    name: basename(path),
    path,
    size: checked.size,
    contentType,
    open: () => openUnchanged(path, checked),
  };
}

/** A picture or sound from a stream. */
export async function fileFromStream(
  stream: InputStream,
  kind: MediaKind,
  name = STANDARD_INPUT,
): Promise<FileInput> {
  const bytes = await collectStream(stream, mostBytes.media, name);
  const contentType = requireKind(kind, await sniffContentType(bytes.subarray(0, SNIFF_BYTES)), name);
  const blob = new Blob([bytes], { type: contentType });
  return { name: 'stdin', path: '-', size: bytes.length, contentType, open: () => blob.stream() };
}

async function headOf(path: string, checked: FileState): Promise<Uint8Array> {
  const reader = openUnchanged(path, checked).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value?.subarray(0, SNIFF_BYTES) ?? new Uint8Array();
}
