import type { LibrarySnippets } from '../../snippets/index.ts';
import type { CodePiece } from './code-piece.ts';

/** What is to be known about code for a model's library: what its card lacks, and where to read on. */
export function libraryNotes(
  { label, docsUrl, repoUrl }: LibrarySnippets,
  model: string,
  pieces: readonly CodePiece[],
): readonly string[] {
  const says = pieces.some(holdsNoCode)
    ? [`The card of ${model} says too little for code of its library.`]
    : [];
  const url = docsUrl ?? repoUrl;
  return [
    ...says,
    ...placeholdersIn(pieces).map(
      (name) => `The card of ${model} does not say what belongs in place of ${name}: fill it in.`,
    ),
    ...(url === undefined ? [] : [`${label}: ${url}`]),
  ];
}

/** What a template says in place of code stands in a comment. */
function holdsNoCode({ code, comment }: CodePiece): boolean {
  return code.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith(comment));
}

/** Names that the templates put where a card says nothing. */
function placeholdersIn(pieces: readonly CodePiece[]): readonly string[] {
  return [
    ...new Set(pieces.flatMap(({ code }) => code.match(/\bfill-in-(?:model-name|base-model)\b/g) ?? [])),
  ];
}
