export { languages, type Language, type SnippetClient } from './client.ts';
export * from './snippets.ts';
export {
  hasLibraryCode,
  librarySnippetsOf,
  type LibrarySnippet,
  type LibrarySnippets,
  type LibraryGrammar,
} from './library/library-snippets.ts';
