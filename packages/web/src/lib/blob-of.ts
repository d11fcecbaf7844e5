import type { FileInput } from '@tryout/engine';

/** What the browser holds of files. */
const blobs = new WeakMap<FileInput, Blob>();

/** Remembers what a file was made from. */
export function rememberBlob(file: FileInput, blob: Blob): void {
  blobs.set(file, blob);
}

/** The bytes behind a file, for showing and for keeping it. */
export async function blobOf(file: FileInput): Promise<Blob> {
  const known = blobs.get(file);
  if (known) return known;
  const read = await new Response(file.open() as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  const typed = read.slice(0, read.size, file.contentType);
  blobs.set(file, typed);
  return typed;
}
