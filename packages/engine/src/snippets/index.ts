export type { SnippetClient } from './client.ts';
export { snippetClients } from './clients.ts';
export { languages, type Language } from './language.ts';
export * from './snippets.ts';
