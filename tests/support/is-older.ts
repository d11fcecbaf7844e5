import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether something built is older than a source, or is not there. @param sources files, and folders with all in them */
export function isOlder(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return sources.flatMap(filesIn).some((file) => statSync(file).mtimeMs > mtimeMs);
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
