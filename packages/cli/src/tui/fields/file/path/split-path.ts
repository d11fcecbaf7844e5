/** A path that is being typed. */
export interface SplitPath {
  /** Up to and with the last slash; empty for the current folder. */
  readonly folder: string;
  /** What follows: the beginning of a name. */
  readonly name: string;
}

const isWindows = process.platform === 'win32';

/** Divides a typed path behind its last slash. */
export function splitPath(typed: string): SplitPath {
  const last = Math.max(typed.lastIndexOf('/'), isWindows ? typed.lastIndexOf('\\') : -1);
  return { folder: typed.slice(0, last + 1), name: typed.slice(last + 1) };
}
