import { stat } from 'node:fs/promises';

/** Milliseconds between two looks at a file. */
const PACE = 1500;

/**
 * Looks at a file now and then, since what was read of an earlier version cannot be sent.
 * @param version the one that was read; by default the one of the first look
 * @returns stops that
 */
export function watchFile(path: string, version: string | undefined, onChange: () => void): () => void {
  let known = version;
  let isStopped = false;
  const look = async () => {
    const now = await versionOf(path);
    if (isStopped) return;
    if (known !== undefined && now !== known) onChange();
    known = now;
  };
  void look();
  const timer = setInterval(() => void look(), PACE);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/** Tells a version of a file from others: by its size and when it was changed. */
export async function versionOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.mtimeMs} ${found.size}` : 'gone';
}
