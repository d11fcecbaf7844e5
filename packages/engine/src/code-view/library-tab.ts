import type { Connection } from '../http/index.ts';
import { fetchModelInfo } from '../hub/index.ts';
import { grammars, createLibrarySnippets, type LibrarySnippets } from '../snippets/index.ts';
import type { CodePiece, CodeTab } from './code-tabs.ts';

/** The code for a model's library in the order of use, optionally of one language. */
export function createLibraryPieces(
  { library, label, snippets }: LibrarySnippets,
  language?: string,
): CodePiece[] {
  return snippets
    .map(({ grammar, code }) => ({
      language: grammars[grammar].language,
      client: library,
      code: `${code}\n`,
      title: `${grammars[grammar].label} with ${label}`,
      grammar,
    }))
    .filter((piece) => language === undefined || piece.language === language);
}

/** Notes on code for a model's library: what the card lacks, and the documentation. */
export function libraryNotes(
  { label, docsUrl, repoUrl }: LibrarySnippets,
  model: string,
  pieces: readonly CodePiece[],
): readonly string[] {
  const url = docsUrl ?? repoUrl;
  const placeholders = pieces.flatMap(
    ({ code }) => code.match(/\bfill-in-(?:model-name|base-model)\b/g) ?? [],
  );
  return [
    ...(pieces.some(hasNoCode)
      ? [`The model card of ${model} does not have enough information for code.`]
      : []),
    ...[...new Set(placeholders)].map(
      (name) => `Replace ${name}: the model card of ${model} does not specify it.`,
    ),
    ...(url === undefined ? [] : [`${label}: ${url}`]),
  ];
}

function hasNoCode({ code, grammar }: CodePiece): boolean {
  const { comment } = grammars[grammar];
  return code.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith(comment));
}

/**
 * The code that runs a model locally with its library; undefined for unknown libraries.
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function loadLibraryTab(
  connection: Connection,
  model: string,
  signal: AbortSignal,
): Promise<CodeTab | undefined> {
  const code = await createLibrarySnippets(await fetchModelInfo(connection, model, signal));
  if (!code) return undefined;
  const pieces = createLibraryPieces(code);
  return {
    label: code.label,
    notes: ["Runs on your machine, with the library's own example.", ...libraryNotes(code, model, pieces)],
    entries: pieces.map((piece, index) => ({
      id: `library ${index}`,
      label: pieces.length > 1 ? `${index + 1} of ${pieces.length}` : code.library,
      piece,
    })),
  };
}
