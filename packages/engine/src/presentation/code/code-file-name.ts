import type { CodePiece } from './code-piece.ts';

const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  python: 'py',
  javascript: 'mjs',
  csharp: 'cs',
};

/** A name of our own for the file of a piece of code: `tryout-{task}-{client}.py`. */
export function codeFileName(task: string, { client, grammar }: CodePiece): string {
  return `tryout-${task}-${client.replace(/[^a-z0-9]+/gi, '-')}.${endings[grammar] ?? 'txt'}`;
}
