import { languages, snippetClients, type Language } from '@tryout/engine';
import { UsageError } from '../../program/usage-error.ts';
import type { CodeOptions } from '../run/code-options.ts';
import { ALL, languageNames, LIBRARY } from './code-names.ts';
import { calledHere, meantName } from './meant-name.ts';

/** Which code is wanted. */
export interface CodeChoice {
  /** One language; all of them by default. */
  readonly language?: Language;
  /** The id of a client, `library`, or what may be the name of the model's own library; all clients by default. */
  readonly client?: string;
  readonly withToken: boolean;
}

/** Whether code comes from the model's own library instead of the run's request. */
export function isForLibrary({ client }: Pick<CodeChoice, 'client'>): boolean {
  return client !== undefined && !snippetClients.some(({ id }) => id === client);
}

/**
 * Checks the options that choose code. A client that none of ours is may be the model's own library, which only the
 * hub knows.
 * @throws UsageError
 */
export function chooseCode({ lang = ALL, client = ALL, withToken = false }: CodeOptions): CodeChoice {
  if (!languageNames.includes(lang)) {
    const meant = meantName(lang, '--lang');
    throw new UsageError(`--lang cannot be '${lang}'`, {
      hint: meant ? `Did you mean ${meant}?` : `It is one of ${languageNames.join(', ')}.`,
    });
  }
  const choice = {
    withToken,
    ...(lang === ALL ? {} : { language: lang as Language }),
    ...(client === ALL ? {} : { client }),
  };
  if (isForLibrary(choice)) refuseOtherName(client);
  else if (choice.language && choice.client !== undefined) refuseForeign(choice.language, choice.client);
  return choice;
}

/** A library is called by its name; what is called otherwise here is none. */
function refuseOtherName(client: string): void {
  const name = client === LIBRARY ? undefined : calledHere(client, '--client');
  if (name !== undefined) {
    throw new UsageError(`--client cannot be '${client}'`, { hint: `Did you mean ${name}?` });
  }
}

function refuseForeign(language: Language, client: string): void {
  const own = snippetClients.filter((known) => known.language === language).map(({ id }) => id);
  if (own.includes(client)) return;
  const { label } = languages[language];
  throw new UsageError(`${client} is no client of ${label}`, {
    hint: `${label} has ${own.join(', ')}; without --lang ${client} has its own language.`,
  });
}
