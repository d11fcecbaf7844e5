import { closest, grammars, languages, snippetClients, type Language } from '@tryout/engine';
import { UsageError } from '../../program/errors.ts';
import type { Candidate } from '../complete.ts';
import type { CodeOptions } from '../run/request-options.ts';

export const LIBRARY = 'library';

export const ALL = 'all';

export const languageNames: readonly string[] = [...Object.keys(languages), ALL];

export const clientNames: readonly string[] = [...new Set(snippetClients.map(({ id }) => id)), ALL, LIBRARY];

export interface CodeChoice {
  /** All languages by default. */
  readonly language?: Language | undefined;
  /** A client's ID, `library`, or possibly the name of the model's library; all clients by default. */
  readonly client?: string | undefined;
  readonly withToken: boolean;
  /** How to get the client's code in its other languages. */
  readonly note?: string;
}

/** Whether the code is for the model's own library instead of a request. */
export function isForLibrary({ client }: Pick<CodeChoice, 'client'>): boolean {
  return client !== undefined && !snippetClients.some(({ id }) => id === client);
}

/**
 * Checks the code options. An unknown client may be the model's library, available only from the hub.
 * @throws UsageError
 */
export function chooseCode({ lang, client = ALL, withToken = false }: CodeOptions): CodeChoice {
  if (lang === undefined)
    return { ...chooseCode({ lang: ALL, client, withToken }), ...firstLanguage(client) };
  if (!languageNames.includes(lang)) throw invalidName('--lang', lang, suggestName(lang, '--lang'));
  const choice: CodeChoice = {
    withToken,
    language: lang === ALL ? undefined : (lang as Language),
    client: client === ALL ? undefined : client,
  };
  if (isForLibrary(choice)) {
    const name = client === LIBRARY ? undefined : suggestName(client, '--client', false);
    if (name !== undefined) throw invalidName('--client', client, name);
  } else if (choice.language && choice.client) {
    const own = snippetClients.filter(({ language }) => language === choice.language).map(({ id }) => id);
    const { label } = languages[choice.language];
    if (!own.includes(client)) {
      throw new UsageError(`${client} is not available for ${label}`, {
        hint: `Clients for ${label}: ${own.join(', ')}. Or omit --lang.`,
      });
    }
  }
  return choice;
}

/** Code of one client is one file, so a client for several languages gets its first one. */
function firstLanguage(client: string): Pick<CodeChoice, 'language' | 'note'> {
  const [first, ...others] = snippetClients.filter(({ id }) => id === client).map(({ language }) => language);
  if (first === undefined || others.length === 0) return {};
  const other = others.map((language) => `--lang ${language} for ${languages[language].label}`).join(' or ');
  return { language: first, note: `This is the code for ${languages[first].label}; use ${other}.` };
}

/** The error for an unknown client. @param library the model's library, if there is code for it */
export function unknownClient(client: string, library?: string): UsageError {
  if (library !== undefined && closest(client, [library]) !== undefined)
    return invalidName('--client', client, `--client ${library}`);
  const note = library === undefined ? '' : `; the model's library is ${library}`;
  return invalidName('--client', client, suggestName(client, '--client'), note);
}

type CodeOption = '--lang' | '--client';

function invalidName(
  option: CodeOption,
  name: string,
  suggestion: string | undefined,
  note = '',
): UsageError {
  const names = option === '--lang' ? languageNames : clientNames;
  return new UsageError(`Invalid ${option} '${name}'`, {
    hint: suggestion ? `Did you mean ${suggestion}?` : `Choose one of ${names.join(', ')}${note}.`,
  });
}

/** Aliases in addition to labels, grammars and file extensions. */
const otherNames: Readonly<Record<Language, readonly string[]>> = {
  curl: ['shell', 'zsh'],
  python: ['python3'],
  js: ['node', 'nodejs'],
};

const normalize = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Normalized names of languages and clients, and the option and value that select them. */
const names: readonly (readonly [name: string, option: CodeOption, value: string])[] = [
  ...Object.entries(languages).flatMap(([id, { label, grammar }]) =>
    [id, label, grammar, grammars[grammar].ending, ...otherNames[id as Language]].map(
      (name) => [normalize(name), '--lang', id] as const,
    ),
  ),
  ...snippetClients.flatMap(({ id, install = '' }) =>
    // The package is the first word after `pip install` or `npm install`.
    [id, ...install.split(' ').slice(2, 3)].map((name) => [normalize(name), '--client', id] as const),
  ),
  [LIBRARY, '--client', LIBRARY],
  [ALL, '--lang', ALL],
  [ALL, '--client', ALL],
];

/**
 * The option and value that match a name, for example `--lang python` for the client `py`.
 * @param isSimilar whether similar names match too
 */
function suggestName(typed: string, option: CodeOption, isSimilar = true): string | undefined {
  const wanted = normalize(typed);
  const ownFirst = names.toSorted(([, one], [, other]) => Number(other === option) - Number(one === option));
  const find = (text?: string) => ownFirst.find(([name]) => name === text);
  const similar = () =>
    closest(
      wanted,
      ownFirst.map(([name]) => name),
    );
  const [, found, value] = find(wanted) ?? (isSimilar ? find(similar()) : undefined) ?? [];
  return found && `${found} ${value}`;
}

export function languageCandidates(): readonly Candidate[] {
  return languageNames.map((value) => ({
    value,
    description: value === ALL ? 'every language' : languages[value as Language].label,
  }));
}

export function clientCandidates(): readonly Candidate[] {
  return clientNames.map((value) => {
    const labels = snippetClients
      .filter(({ id }) => id === value)
      .map(({ language }) => languages[language].label);
    if (value === ALL) return { value, description: 'every client' };
    return { value, description: value === LIBRARY ? "the model's own library" : labels.join(', ') };
  });
}
