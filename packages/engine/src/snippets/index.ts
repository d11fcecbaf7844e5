export { type Grammar, grammars, type Language, languages } from './client.ts';
export { createLibrarySnippets, hasLibraryCode, type LibrarySnippets } from './library-snippets.ts';
export { shellLines, shellWord } from './literals.ts';
export * from './snippets.ts';
export * from './tryout.ts';
