export type { SnippetClient } from './client.ts';
export { snippetClients } from './clients.ts';
export { languages, type Language } from './language.ts';
export { hasLibraryCode } from './library/known-library.ts';
export { librarySnippetsOf, type LibrarySnippet, type LibrarySnippets } from './library/library-snippets.ts';
export type { LibraryGrammar } from './library/grammar.ts';
export * from './snippets.ts';
export { snippetToken } from './token.ts';
