import {
  fileFromBlob,
  mostBytes,
  requireKind,
  sniffContentType,
  SNIFF_BYTES,
  type FileInput,
  type MediaKind,
} from '@tryout/engine';
import { rememberBlob } from '../../lib/blob-of.ts';
import { checkSize, readBytes } from './bytes-of.ts';

/**
 * A picture or sound that a person chose, described without being read whole; what it is is decided by its first bytes
 * (F29).
 * @throws InputError for what is empty, too large, no such file, or cannot be read
 */
export async function mediaFile(blob: Blob, name: string, kind: MediaKind): Promise<FileInput> {
  checkSize(blob, name, mostBytes.media);
  const head = await readBytes(blob.slice(0, SNIFF_BYTES), name);
  const contentType = requireKind(kind, await sniffContentType(head), name);
  // By its name a browser may take it for something else, were it opened by itself.
  const typed = blob.slice(0, blob.size, contentType);
  const file = fileFromBlob(typed, name, contentType);
  rememberBlob(file, typed);
  return file;
}
