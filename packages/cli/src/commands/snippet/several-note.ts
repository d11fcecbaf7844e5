import type { CodePiece } from '@tryout/engine';
import { languageNames } from './code-names.ts';

/** One line where a file or a program gets several pieces of code as one; undefined where there is one. */
export function severalNote(pieces: readonly CodePiece[]): string | undefined {
  if (pieces.length < 2) return undefined;
  return `There are ${pieces.length} pieces of code one below another; ${choosing(pieces)}.`;
}

/** The option that it takes to have one piece alone. */
function choosing(pieces: readonly CodePiece[]): string {
  const clients = new Set(pieces.map(({ client }) => client)).size;
  const languages = new Set(pieces.map(({ language }) => language));
  const canChoose = [...languages].every((language) => languageNames.includes(language));
  if (clients === pieces.length) return 'choose one with --client';
  if (languages.size === pieces.length && canChoose) return 'choose one with --lang';
  return clients > 1 ? 'choose one with --lang and --client' : 'keep what you need';
}
