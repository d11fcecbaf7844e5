import {
  isFilePlaceholder,
  type FileInput,
  type FilePlaceholder,
  type JsonTemplate,
} from '../fields/index.ts';
import { randomName } from '../text/index.ts';

export interface FormPart {
  readonly name: string;
  readonly value: string | FileInput;
  readonly fileName?: string;
}

/** The body of a request; files are read when it is sent. */
export type RequestBody =
  | { readonly kind: 'json'; readonly json: JsonTemplate }
  | { readonly kind: 'file'; readonly file: FileInput }
  | { readonly kind: 'form'; readonly boundary: string; readonly parts: readonly FormPart[] };

/** The body of OAuth requests. Its values may be secrets. */
export interface UrlEncodedBody {
  readonly kind: 'url-encoded';
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A piece of a body: text, a file's bytes, or a file in base64. */
export type BodyPiece = string | FileInput | FilePlaceholder;

export function getContentType(body: RequestBody | UrlEncodedBody): string {
  if (body.kind === 'json') return 'application/json';
  if (body.kind === 'url-encoded') return 'application/x-www-form-urlencoded';
  return body.kind === 'file' ? body.file.contentType : `multipart/form-data; boundary=${body.boundary}`;
}

export function bodyPieces(body: RequestBody | UrlEncodedBody): BodyPiece[] {
  if (body.kind === 'json') return jsonPieces(body.json);
  if (body.kind === 'url-encoded') return [encoded(body.fields)];
  return body.kind === 'file' ? [body.file] : formPieces(body.boundary, body.parts);
}

/** OAuth fields that are not secrets. */
const openFields = new Set(['grant_type', 'client_id', 'scope', 'redirect_uri', 'token_type_hint']);

/** A body for `--debug`, without secrets; undefined if it has files. */
export function debugBody(body: RequestBody | UrlEncodedBody): string | undefined {
  if (body.kind === 'url-encoded')
    return encoded(body.fields.map(([name, value]) => [name, openFields.has(name) ? value : '***']));
  const pieces = bodyPieces(body);
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined;
}

function encoded(fields: UrlEncodedBody['fields']): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
}

function jsonPieces(template: JsonTemplate): BodyPiece[] {
  const placeholders: FilePlaceholder[] = [];
  const marker = `file ${randomName()} `;
  const text = JSON.stringify(template, (_key, value: unknown) => {
    if (!isFilePlaceholder(value)) return value;
    placeholders.push(value);
    return marker;
  });
  return text.split(marker).flatMap((piece, index) => {
    const file = placeholders[index];
    if (!file) return [piece];
    const prefix = file.encoding === 'data-url' ? `data:${file.contentType};base64,` : '';
    return [piece + prefix, file];
  });
}

function formPieces(boundary: string, parts: readonly FormPart[]): BodyPiece[] {
  const pieces = parts.flatMap(({ name, value, fileName }): BodyPiece[] => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${formName(name)}"`;
    if (typeof value === 'string') return [`${disposition}\r\n\r\n${value}\r\n`];
    const head = `${disposition}; filename="${formName(fileName ?? value.name)}"\r\nContent-Type: ${value.contentType}\r\n\r\n`;
    return [head, value, '\r\n'];
  });
  return [...pieces, `--${boundary}--\r\n`];
}

/** Escapes a name as the HTML standard requires (multipart/form-data encoding). */
function formName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}

export function bodyLength(pieces: readonly BodyPiece[]): number {
  const encoder = new TextEncoder();
  const lengths = pieces.map((piece) => {
    if (typeof piece === 'string') return encoder.encode(piece).length;
    return isFilePlaceholder(piece) ? 4 * Math.ceil(piece.file.size / 3) : piece.size;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}
