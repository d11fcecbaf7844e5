export { type Grammar, grammars, type Language, languages } from './client.ts';
export {
  createLibrarySnippets,
  hasLibraryCode,
  type LibrarySnippet,
  type LibrarySnippets,
} from './library/library-snippets.ts';
export { shellLines, shellWord } from './literals.ts';
export {
  createSnippets,
  type Snippet,
  snippetClients,
  type SnippetOptions,
  snippetToken,
} from './snippets.ts';
export { tryoutBatchCommand, tryoutCommand } from './tryout.ts';
