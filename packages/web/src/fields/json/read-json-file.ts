import {
  checkJsonField,
  decodeText,
  mostBytes,
  parseJson,
  type JsonField,
  type JsonValue,
} from '@tryout/engine';
import { bytesOf } from '../file/bytes-of.ts';
import { tableOf } from './columns.ts';
import { columnsIn } from './separated.ts';

/**
 * A JSON file in the shape that its field wants; for a table separated values do as well, if the file's name says so.
 * @throws InputError that names the file
 */
export async function readJsonFile(file: File, field: JsonField): Promise<JsonValue> {
  const text = decodeText(await bytesOf(file, mostBytes.json), file.name);
  const columns = field.shape === 'table' && /\.[ct]sv$/i.test(file.name) ? columnsIn(text) : undefined;
  return (columns && tableOf(columns)) ?? checkJsonField(field, parseJson(text, file.name), file.name);
}
