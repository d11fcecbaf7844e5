import { stat } from 'node:fs/promises';
import { withHome } from '../../../../files/with-home.ts';
import { droppedPath } from './dropped-path.ts';

/**
 * The file that a typed text means: the one of just this name; else what the text means where a terminal typed a dropped
 * file's quoted or escaped path.
 */
export async function meantPath(typed: string): Promise<string> {
  const plain = withHome(typed);
  const dropped = droppedPath(typed);
  const others = [withHome(typed.trim()), ...(dropped === undefined ? [] : [withHome(dropped)])];
  for (const path of [plain, ...others.filter((other) => other !== plain)]) {
    const found = await stat(path).catch(() => undefined);
    if (found) return path;
  }
  return others.at(-1) ?? plain;
}
