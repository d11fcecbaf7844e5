import { languages, snippetClients, type Language } from '@tryout/engine';
import { ALL, clientNames, languageNames } from '../snippet/code-names.ts';
import type { Candidate } from './candidates.ts';

/** The languages of code, as `--lang` takes them. */
export function languageCandidates(): readonly Candidate[] {
  return languageNames.map((value) => ({
    value,
    description: Object.hasOwn(languages, value) ? languages[value as Language].label : 'every language',
  }));
}

/** The clients that code is written for, as `--client` takes them. */
export function clientCandidates(): readonly Candidate[] {
  return clientNames.map((value) => {
    const own = snippetClients.filter(({ id }) => id === value);
    const labels = own.map(({ language }) => languages[language].label);
    const other = value === ALL ? 'every client' : "the model's own library";
    return { value, description: labels.length > 0 ? labels.join(', ') : other };
  });
}
