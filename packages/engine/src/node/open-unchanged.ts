import type { FileHandle } from 'node:fs/promises';
import type { ReadableByteStreamController, UnderlyingByteSource } from 'node:stream/web';
import { InputError } from '../errors/index.ts';
import type { FileState } from './check-file.ts';
import { openRegularFile } from './open-regular-file.ts';

/** Large enough to keep the disk busy, small enough not to be felt in memory. */
const CHUNK_BYTES = 192 * 1024;

/**
 * Reads a file that must still be the one that was checked; into the reader's own buffer where it brings one.
 * @throws InputError through the stream, when it has changed
 */
export function openUnchanged(path: string, checked: FileState): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  const source = {
    type: 'bytes',
    autoAllocateChunkSize: CHUNK_BYTES,
    async pull(controller: ReadableByteStreamController) {
      handle ??= await openIfUnchanged(path, checked);
      const request = controller.byobRequest;
      const { bytesRead } = await handle.read(request?.view as Uint8Array);
      if (bytesRead === 0) {
        await handle.close();
        controller.close();
      }
      request?.respond(bytesRead);
    },
    cancel: () => handle?.close(),
  } satisfies UnderlyingByteSource;
  return new ReadableStream(source as never);
}

async function openIfUnchanged(path: string, { size, changed }: FileState): Promise<FileHandle> {
  const handle = await openRegularFile(path).catch(() => undefined);
  const now = await handle?.stat();
  if (handle && now?.size === size && now.mtimeMs === changed) return handle;
  await handle?.close();
  throw new InputError(`${path} changed after it was chosen`, {
    hint: 'Run it again with the file as it is now.',
  });
}
