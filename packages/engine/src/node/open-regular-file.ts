import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Opens a file for reading. A named pipe that took its place since it was checked is refused: opened as usual, it would
 * wait for a writer and keep the process from ending.
 * @throws Error of the file system, with its code
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  // Windows has no O_NONBLOCK; `|` takes undefined for 0.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw Object.assign(new Error('it is not a file'), { code: 'EINVAL' });
}
