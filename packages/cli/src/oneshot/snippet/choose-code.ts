import { languages, snippetClients, type Language } from '@tryout/engine';
import { UsageError } from '../../commands/usage-error.ts';
import type { CodeOptions } from '../run/code-options.ts';

/** Which code is wanted. */
export interface CodeChoice {
  /** One language; all of them by default. */
  readonly language?: Language;
  /** The id of a client, `library`, or what may be the name of the model's own library; all clients by default. */
  readonly client?: string;
  readonly withToken: boolean;
}

/** Stands for the library that a model was made for. */
export const LIBRARY = 'library';

const ALL = 'all';

/** What `--lang` takes. */
export const languageNames: readonly string[] = [...Object.keys(languages), ALL];

/** What `--client` takes, whatever the model; each name once. */
export const clientNames: readonly string[] = [...new Set(snippetClients.map(({ id }) => id)), LIBRARY];

/** Whether code comes from the model's own library instead of the run's request. */
export function isForLibrary({ client }: CodeChoice): boolean {
  return client !== undefined && !snippetClients.some(({ id }) => id === client);
}

/** For a client that there is not. */
export function unknownClient(client: string, ownLibrary?: string): UsageError {
  const own = ownLibrary === undefined ? '' : `, which is ${ownLibrary} for this model`;
  return new UsageError(`--client cannot be '${client}'`, {
    hint: `It is one of ${clientNames.join(', ')}${own}.`,
  });
}

/**
 * Checks the options that choose code. A client that none of ours is may be the model's own library, which only the
 * hub knows.
 * @throws UsageError
 */
export function chooseCode({ lang = ALL, client, withToken = false }: CodeOptions): CodeChoice {
  if (!languageNames.includes(lang)) {
    throw new UsageError(`--lang cannot be '${lang}'`, { hint: `It is one of ${languageNames.join(', ')}.` });
  }
  const language = lang === ALL ? undefined : (lang as Language);
  const choice = {
    withToken,
    ...(language === undefined ? {} : { language }),
    ...(client === undefined ? {} : { client }),
  };
  if (language !== undefined && client !== undefined && !isForLibrary(choice)) {
    const own = snippetClients.filter((known) => known.language === language).map(({ id }) => id);
    const { label } = languages[language];
    if (!own.includes(client)) {
      throw new UsageError(`${client} is no client of ${label}`, {
        hint: `${label} has ${own.join(', ')}; without --lang ${client} has its own language.`,
      });
    }
  }
  return choice;
}
