import { languages, snippetClients } from '@tryout/engine';

/** Stands for the library that a model was made for. */
export const LIBRARY = 'library';

/** Stands for every language, or for every client. */
export const ALL = 'all';

/** What `--lang` takes. */
export const languageNames: readonly string[] = [...Object.keys(languages), ALL];

/** What `--client` takes, whatever the model; each name once. */
export const clientNames: readonly string[] = [...new Set(snippetClients.map(({ id }) => id)), ALL, LIBRARY];
