import { readFile } from 'node:fs/promises';
import { visibleLine, type CodePiece } from '@tryout/engine';
import { saveUnderFreeName } from '../../../files/save-file.ts';

const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  python: 'py',
  javascript: 'mjs',
  csharp: 'cs',
};

/** Where code was saved, by name and code. */
const saved = new Map<string, string>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Saves code in the working folder under a name that is free. What was saved before, and is still there, is not saved a
 * second time: a paste without marks presses the key as often as the letter comes.
 * @returns the name
 * @throws SaveError
 */
export function saveCode(task: string, piece: CodePiece): Promise<string> {
  const now = last.then(() => save(task, piece));
  last = now.catch(() => undefined);
  return now;
}

async function save(task: string, { client, grammar, code }: CodePiece): Promise<string> {
  const safe = client.replace(/[^a-z0-9]+/gi, '-');
  const name = `tryout-${task}-${safe}.${endings[grammar] ?? 'txt'}`;
  const key = `${name}\n${code}`;
  const known = saved.get(key);
  if (known !== undefined && (await readFile(known, 'utf8').catch(() => '')) === code)
    return visibleLine(known);
  const path = await saveUnderFreeName(name, new TextEncoder().encode(code));
  saved.set(key, path);
  return visibleLine(path);
}
