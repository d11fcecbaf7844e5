import { isFilePlace, type FileInput, type JsonTemplate } from '../../../fields/index.ts';
import type { RequestBody } from '../../../http/index.ts';
import { filePath } from '../../files.ts';
import { guessedType } from './guessed-type.ts';

/**
 * Whether each media type that a body names is the one that the library would name: it guesses from the path. The
 * type of a bare file is not meant, since that is a header.
 */
export function namesGuessedTypes(body: RequestBody): boolean {
  if (body.kind === 'json') return inJson(body.json);
  if (body.kind === 'file') return true;
  return body.parts.every(({ value }) => typeof value === 'string' || isGuessed(value, value.contentType));
}

function inJson(value: JsonTemplate): boolean {
  if (isFilePlace(value)) return value.encoding === 'base64' || isGuessed(value.file, value.contentType);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((entry) => inJson(entry as JsonTemplate));
}

function isGuessed(file: FileInput, type: string): boolean {
  return guessedType(filePath(file)) === type;
}
