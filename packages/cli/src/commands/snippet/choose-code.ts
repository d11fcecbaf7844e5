import { hasLibraryCode, languages, nameHint, snippetClients, type Language } from '@tryout/engine';
import { UsageError } from '../../program/errors.ts';
import type { CodeOptions } from '../run/request-options.ts';

export const LIBRARY = 'library';

export const ALL = 'all';

export const languageNames: readonly string[] = [...Object.keys(languages), ALL];

export const clientNames: readonly string[] = [...new Set(snippetClients.map(({ id }) => id)), ALL, LIBRARY];

export interface CodeChoice {
  /** All languages by default. */
  readonly language?: Language | undefined;
  /** A client's ID, `library`, or the name of a library; all clients by default. */
  readonly client?: string | undefined;
  readonly withToken: boolean;
  /** How to get the client's code in its other languages. */
  readonly note?: string;
}

/** Whether the code is for the model's own library instead of a request. */
export function isForLibrary({ client }: CodeChoice): boolean {
  return client !== undefined && !snippetClients.some(({ id }) => id === client);
}

/**
 * Checks the code options.
 * @throws UsageError for an unknown language or client, or a client without code in the language
 */
export async function chooseCode({
  lang,
  client = ALL,
  withToken = false,
}: CodeOptions): Promise<CodeChoice> {
  if (lang !== undefined) checkName('--lang', lang, languageNames);
  if (!(await hasLibraryCode(client))) checkName('--client', client, clientNames);
  const choice = { withToken, client: client === ALL ? undefined : client };
  const own = snippetClients.filter(({ id }) => id === client).map(({ language }) => language);
  const [first, ...others] = own;
  if (lang === undefined && first !== undefined && others.length > 0) {
    // Code of one client is one file, so a client for several languages gets its first one.
    const more = others.map((language) => `--lang ${language} for ${languages[language].label}`);
    const note = `This is the code for ${languages[first].label}; use ${more.join(' or ')}.`;
    return { ...choice, language: first, note };
  }
  const language = lang === ALL ? undefined : (lang as Language | undefined);
  if (language !== undefined && first !== undefined && !own.includes(language))
    throw new UsageError(`${client} is not available for ${languages[language].label}`, {
      hint: 'Omit --lang or --client.',
    });
  return { ...choice, language };
}

function checkName(option: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new UsageError(`Invalid ${option} '${name}'`, { hint: nameHint(name, names) });
}
