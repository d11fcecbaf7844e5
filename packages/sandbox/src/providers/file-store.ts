import { randomUUID } from 'node:crypto';
import type { MediaFile } from '../define-model.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { sendBytes } from '../server/respond.ts';
import { createBoundedMap, usualBounds, type Bounds } from './bounded-map.ts';

/** Files that models made and that are fetched by address, without a token. */
export interface FileStore {
  /** Keeps a file and gives the name under which it is served. */
  add(file: MediaFile): string;
  find(name: string): MediaFile | undefined;
}

const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'audio/wav': 'wav' };

/** Keeps the last files in memory, within bounds of number, size and age. */
export function createFileStore(bounds: Bounds = usualBounds): FileStore {
  const files = createBoundedMap<MediaFile>(bounds);
  return {
    add(file) {
      const name = `${randomUUID()}.${extensions[file.contentType] ?? 'bin'}`;
      files.add(name, file, file.bytes.buffer.byteLength);
      return name;
    },
    find: (name) => files.find(name),
  };
}

/** `GET /files/{name}` */
export function servedFile({ sandbox, parts, response }: Exchange): void {
  const file = sandbox.files.find(parts['file'] ?? '');
  if (file === undefined) throw new HttpError(404, 'There is no such file, or no longer.');
  sendBytes(response, file.bytes, file.contentType);
}
