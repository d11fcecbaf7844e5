import { isOwn, type InferenceRequest } from '../../request/index.ts';
import { snippetClients, type Snippet } from '../../snippets/index.ts';
import { listed } from './listed.ts';

/**
 * What is to be known of code that speaks HTTP itself to a provider: only the Hub's clients wait for its queue and read
 * its answer. Undefined where the answer is the Hub's own, or a chat, which has one form everywhere.
 */
export function ownFormNote(
  { server, conversation }: Pick<InferenceRequest, 'server' | 'conversation'>,
  snippets: readonly Pick<Snippet, 'language' | 'client'>[],
): string | undefined {
  if (isOwn(server) || conversation) return undefined;
  const plain = snippets.filter(speaksHttp).map(({ client }) => client);
  const reading = snippets.filter((snippet) => !speaksHttp(snippet)).map(({ client }) => client);
  if (plain.length === 0) return undefined;
  const gets = `${listed(plain)} ${plain.length === 1 ? 'gets' : 'get'}`;
  const readers = `${listed(reading)} ${reading.length === 1 ? 'reads' : 'read'}`;
  const read = reading.length === 0 ? '' : `; ${readers} it for you`;
  return `${gets} the answer in the own form of ${server}, for example a ticket of its queue${read}.`;
}

/** The first client of a language makes every request itself. */
function speaksHttp({ language, client }: Pick<Snippet, 'language' | 'client'>): boolean {
  return snippetClients.find((known) => known.language === language)?.id === client;
}
