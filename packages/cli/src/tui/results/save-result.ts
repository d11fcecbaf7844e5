import { lstat } from 'node:fs/promises';
import { extname } from 'node:path';
import { mediaOf, numbered, resultJson, type RunResult } from '@tryout/engine';
import { checkTarget } from '../../files/check-target.ts';
import { saveFile } from '../../files/save-file.ts';
import { withHome } from '../../files/with-home.ts';
import type { Terminal } from '../../terminal/index.ts';
import { savedFiles } from './saved-files.ts';
import { lookOf } from './looks.ts';
import { resultText } from './result-texts.ts';

/** A file that a result is saved as. */
export interface ResultFile {
  readonly path: string;
  readonly contentType: string;
  readonly content: Uint8Array | string;
}

/**
 * What a result is saved as under a name: its own files, several with numbers; a text as it came; anything else as JSON,
 * or in columns under a name that ends in `.txt` or `.tsv`.
 */
export async function filesOf(
  result: RunResult,
  name: string,
  asJson: boolean,
  terminal: Terminal,
): Promise<readonly ResultFile[]> {
  const { view } = result;
  const look = lookOf(view);
  const path = withHome(name);
  const media = asJson ? [] : mediaOf(view);
  if (media.length > 0) {
    return media.map(({ contentType, bytes }, index) => ({
      path: media.length === 1 ? path : numbered(path, index + 1),
      contentType,
      content: bytes,
    }));
  }
  const ending = extname(path).toLowerCase();
  const text = look.text?.(view);
  const wantsText = text === undefined ? ['.txt', '.tsv'].includes(ending) : ending !== '.json';
  if (asJson || !wantsText)
    return [
      { path, contentType: 'application/json', content: `${resultJson(result, savedFiles(result)[0])}\n` },
    ];
  const content = text ?? (await resultText(result, terminal));
  return [{ path, contentType: 'text/plain', content: content.endsWith('\n') ? content : `${content}\n` }];
}

/**
 * Which of these files are there already.
 * @throws InputError when one cannot be written at all
 */
export async function takenPaths(files: readonly ResultFile[]): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const { path } of files) {
    await checkTarget(path, true);
    if (await lstat(path).catch(() => undefined)) taken.push(path);
  }
  return taken;
}

/**
 * Writes them. @param force whether files that are there are replaced
 * @throws SaveError
 */
export async function writeFiles(files: readonly ResultFile[], force: boolean): Promise<void> {
  for (const { path, content } of files) await saveFile(path, content, force);
}
