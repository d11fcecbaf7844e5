import { visibleLine } from '@tryout/engine';
import type { CodePiece } from '../../../code/code-piece.ts';
import { saveUnderFreeName } from '../../../files/save-file.ts';

const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  python: 'py',
  javascript: 'mjs',
  csharp: 'cs',
};

/**
 * Saves code in the working folder under a name that is free.
 * @returns the name
 * @throws InputError
 */
export async function saveCode(task: string, { client, grammar, code }: CodePiece): Promise<string> {
  const safe = client.replace(/[^a-z0-9]+/gi, '-');
  const name = `tryout-${task}-${safe}.${endings[grammar] ?? 'txt'}`;
  return visibleLine(await saveUnderFreeName(name, new TextEncoder().encode(code)));
}
