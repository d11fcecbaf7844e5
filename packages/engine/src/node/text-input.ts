import {
  checkJsonField,
  decodeText,
  mostBytes,
  parseJson,
  rememberJsonFile,
  type JsonField,
  type JsonValue,
} from '../fields/index.ts';
import { checkFile } from './check-file.ts';
import { collectStream, STANDARD_INPUT, type InputStream } from './collect-stream.ts';
import { openUnchanged } from './open-unchanged.ts';

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
