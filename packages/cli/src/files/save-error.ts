import { TryoutError } from '@tryout/engine';

/** A finished result could not be saved. Its request was made, so this is not wrong input. */
export class SaveError extends TryoutError {
  override readonly name = 'SaveError';
  readonly outcome = 'failed';
}

/** @param cause an error of the file system */
export function saveErrorFor(path: string, cause: NodeJS.ErrnoException): SaveError {
  const reason = cause.code === 'ENOSPC' ? 'the disk is full' : cause.code;
  const message = cause.code === 'EEXIST' ? `${path} already exists` : `Could not write ${path} (${reason})`;
  return new SaveError(message, { hint: 'Save it under another name.', cause });
}
