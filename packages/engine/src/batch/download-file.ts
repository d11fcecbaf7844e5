import { InputError } from '../errors/index.ts';
import {
  fileFromBlob,
  maxInputBytes,
  requireKind,
  SNIFF_BYTES,
  sniffContentType,
  type MediaKind,
} from '../fields/index.ts';
import { HUB_URL, mayFetchFrom, readFailureBody, send, type Connection } from '../http/index.ts';

/** Bytes of a file from a URL, which is held in memory until its row is done. */
const MAX_DOWNLOAD = 64 * 1024 * 1024;

/**
 * Downloads a file over https, without the token.
 * @param name in place of the URL, which may be signed
 * @throws InputError for files of another kind, and what `send` throws
 */
export async function downloadFile(
  connection: Connection,
  url: string,
  kind: MediaKind,
  signal?: AbortSignal,
  name = url,
) {
  if (!URL.canParse(url) || !mayFetchFrom(new URL(url), new URL(connection.hubUrl || HUB_URL)))
    throw new InputError(`${name} was not downloaded`, {
      hint: 'Files are only downloaded over https, and not from private addresses.',
    });
  const response = await send(connection, { method: 'GET', url, isPublic: true }, { signal });
  if (!response.isOk) {
    await readFailureBody(response);
    throw Object.assign(new InputError(`${name} could not be downloaded (status ${response.status})`), {
      status: response.status,
    });
  }
  const bytes = await response.bytes(Math.min(MAX_DOWNLOAD, maxInputBytes.media));
  const type = requireKind(kind, await sniffContentType(bytes.subarray(0, SNIFF_BYTES)), name);
  return { ...fileFromBlob(new Blob([bytes], { type }), name, type), ...(name === url ? { url } : {}) };
}
