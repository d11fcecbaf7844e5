import { InputError } from '../errors/index.ts';
import {
  isFilePlaceholder,
  type FileInput,
  type FilePlaceholder,
  type JsonTemplate,
} from '../fields/index.ts';
import { randomName, getChunks } from '../text/index.ts';
import type { Transport, TransportRequest } from './connection.ts';

export interface FormPart {
  readonly name: string;
  readonly value: string | FileInput;
  readonly fileName?: string;
}

/** The body of a request; files are read when it is sent. */
export type RequestBody =
  | { readonly kind: 'json'; readonly json: JsonTemplate }
  | { readonly kind: 'file'; readonly file: FileInput }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] };

/** The body of OAuth requests. Its values may be secrets. */
export interface UrlEncodedBody {
  readonly kind: 'url-encoded';
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A piece of a body: text, a file's bytes, or a file in base64. */
export type BodyPiece = string | FileInput | FilePlaceholder;

/** @param boundary of a form, chosen when it is sent, so that equal bodies are equal values */
export function getContentType(body: RequestBody | UrlEncodedBody, boundary = ''): string {
  if (body.kind === 'json') return 'application/json';
  if (body.kind === 'url-encoded') return 'application/x-www-form-urlencoded';
  return body.kind === 'file' ? body.file.contentType : `multipart/form-data; boundary=${boundary}`;
}

export function bodyPieces(body: RequestBody | UrlEncodedBody, boundary = ''): BodyPiece[] {
  if (body.kind === 'json') return jsonPieces(body.json);
  if (body.kind === 'url-encoded') return [encoded(body.fields)];
  return body.kind === 'file' ? [body.file] : formPieces(boundary, body.parts);
}

/** OAuth fields that are not secrets. */
const openFields = new Set(['grant_type', 'client_id', 'scope', 'redirect_uri', 'token_type_hint']);

/** A body for `--debug`, without secrets; undefined if it has files. */
function debugBody(body: RequestBody | UrlEncodedBody, pieces: readonly BodyPiece[]): string | undefined {
  if (body.kind === 'url-encoded')
    return encoded(body.fields.map(([name, value]) => [name, openFields.has(name) ? value : '***']));
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined;
}

function encoded(fields: UrlEncodedBody['fields']): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
}

/** Replaces files in JSON. Random, so that no text contains it. */
let marker: string | undefined;

function jsonPieces(template: JsonTemplate): BodyPiece[] {
  const placeholders: FilePlaceholder[] = [];
  const mark = (marker ??= `file ${randomName()} `);
  const text = JSON.stringify(template, (_key, value: unknown) => {
    if (!isFilePlaceholder(value)) return value;
    placeholders.push(value);
    return mark;
  });
  return text.split(mark).flatMap((piece, index) => {
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

function getLength(pieces: readonly BodyPiece[]): number {
  const encoder = new TextEncoder();
  const lengths = pieces.map((piece) => {
    if (typeof piece === 'string') return encoder.encode(piece).length;
    return isFilePlaceholder(piece) ? 4 * Math.ceil(piece.file.size / 3) : piece.size;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** A body that is ready to be sent. */
export function createUpload(body: RequestBody | UrlEncodedBody) {
  const boundary = body.kind === 'form' ? `tryout-${randomName()}` : '';
  const pieces = bodyPieces(body, boundary);
  return {
    contentType: getContentType(body, boundary),
    /** Bytes. */
    length: getLength(pieces),
    debugBody: () => debugBody(body, pieces),
    open: (transport: Transport, onSent: (bytes: number) => void) => openPieces(pieces, transport, onSent),
  };
}

/** A string if there is no file, otherwise chunks or, in browsers, a blob. */
async function openPieces(
  pieces: readonly BodyPiece[],
  transport: Transport,
  onSent: (bytes: number) => void,
): Promise<TransportRequest['body']> {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  const chunks = bodyChunks(pieces, transport, onSent);
  if (transport.streamsUploads) return chunks;
  const parts: BlobPart[] = [];
  for await (const chunk of chunks) parts.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
}

/** The bytes of all pieces. Files are opened when they are needed. */
async function* bodyChunks(
  pieces: readonly BodyPiece[],
  transport: Transport,
  onSent: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    for await (const chunk of pieceChunks(piece, transport)) {
      onSent(chunk.length);
      yield chunk;
    }
  }
}

function pieceChunks(piece: BodyPiece, transport: Transport) {
  if (typeof piece === 'string') return [new TextEncoder().encode(piece)];
  return isFilePlaceholder(piece) ? base64Chunks(piece.file, transport) : fileChunks(piece);
}

/** @throws InputError if the length differs from the one that was already sent in a header */
async function* fileChunks(file: FileInput) {
  let length = 0;
  for await (const chunk of getChunks(file.open())) {
    length += chunk.length;
    if (length > file.size) break;
    yield chunk;
  }
  if (length !== file.size)
    throw new InputError(`${file.name} changed while it was being read`, { hint: 'Try again.' });
}

/** Divisible by 3, so that there is no padding between slices. */
const SLICE_BYTES = 384 * 1024;

/** The base64 of files that several runs send. */
const encodings = new WeakMap<FileInput, Promise<readonly Uint8Array[]>>();

async function* base64Chunks(file: FileInput, transport: Transport) {
  if (!file.isShared) return yield* encodeChunks(file, transport);
  const collect = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of encodeChunks(file, transport)) pieces.push(piece);
    return pieces;
  };
  const pieces = encodings.get(file) ?? collect();
  encodings.set(file, pieces);
  yield* await pieces;
}

/** A file in base64, in slices. */
async function* encodeChunks(file: FileInput, transport: Transport) {
  const buffer = new Uint8Array(SLICE_BYTES);
  let length = 0;
  for await (const chunk of fileChunks(file)) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, SLICE_BYTES - length);
      buffer.set(taken, length);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < SLICE_BYTES) continue;
      yield transport.encodeBase64(buffer);
      length = 0;
    }
  }
  if (length > 0) yield transport.encodeBase64(buffer.subarray(0, length));
}
