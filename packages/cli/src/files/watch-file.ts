import { stat } from 'node:fs/promises';

/** Milliseconds between checks. */
const INTERVAL = 1500;

/**
 * Polls a file for changes, because a changed file can no longer be uploaded.
 * @param version the known version; by default that of the first check
 * @returns a function that stops watching
 */
export function watchFile(path: string, version: string | undefined, onChange: () => void): () => void {
  let lastVersion = version;
  let isStopped = false;
  const check = async () => {
    const now = await getVersion(path);
    if (isStopped) return;
    if (lastVersion !== undefined && now !== lastVersion) onChange();
    lastVersion = now;
  };
  void check();
  const timer = setInterval(() => void check(), INTERVAL);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/** Identifies a version of a file by its size and modification time. */
export async function getVersion(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  return stats ? `${stats.mtimeMs} ${stats.size}` : 'gone';
}
