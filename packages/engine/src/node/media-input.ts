import { basename } from 'node:path';
import {
  mostBytes,
  requireKind,
  sniffContentType,
  SNIFF_BYTES,
  type FileInput,
  type MediaKind,
} from '../fields/index.ts';
import { checkFile, type FileState } from './check-file.ts';
import { collectStream, STANDARD_INPUT, type InputStream } from './collect-stream.ts';
import { openUnchanged } from './open-unchanged.ts';

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
