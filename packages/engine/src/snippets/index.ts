export { grammars, languages, type Grammar, type Language } from './client.ts';
export { shellLines, shellWord } from './literals.ts';
export * from './snippets.ts';
export {
  hasLibraryCode,
  createLibrarySnippets,
  type LibrarySnippet,
  type LibrarySnippets,
} from './library/library-snippets.ts';
export { tryoutBatchCommand, tryoutCommand, type BatchCommand } from './tryout.ts';
