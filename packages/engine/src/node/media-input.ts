import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  mostBytes,
  requireKind,
  sniffContentType,
  SNIFF_BYTES,
  type FileInput,
  type MediaKind,
} from '../fields/index.ts';
import { checkFile } from './check-file.ts';
import { collectStream, STANDARD_INPUT, type InputStream } from './collect-stream.ts';
import { openUnchanged } from './open-unchanged.ts';

/**
 * A picture or sound at a path, described without being read whole; what it is is decided by its first bytes.
 * @throws InputError
 */
export async function fileFromPath(path: string, kind: MediaKind): Promise<FileInput> {
  const checked = await checkFile(path, mostBytes.media);
  const contentType = requireKind(kind, await sniffContentType(await headOf(path)), path);
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

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
