import { INFERENCE_URL } from '../http/index.ts';
import { CHAT_PATH, hubAddress, usesHubFormat } from '../request/index.ts';
import type { SnippetContext } from './client.ts';

/**
 * The base URL for clients that append `/chat/completions` and re-encode the query. Undefined if the path has another
 * ending or encoding could change the query.
 */
export function chatBase(url: string) {
  const [address = '', search = '', ...more] = url.split('?');
  const rows = search === '' ? [] : search.split('&').map((row) => row.split('='));
  const isPlain = rows.every((row) => row.length === 2 && row.every((text) => /^[\w.-]+$/.test(text)));
  const query = Object.fromEntries(rows) as Readonly<Record<string, string>>;
  // Object keys that are numbers come first.
  const names = Object.keys(query);
  const isInOrder = names.length === rows.length && names.every((name, index) => name === rows[index]?.[0]);
  if (!address.endsWith(CHAT_PATH) || more.length > 0 || !isPlain || !isInOrder) return undefined;
  return { address: address.slice(0, -CHAT_PATH.length), query };
}

/** Why such a client cannot send a chat to a URL. */
export function chatBaseLimit(url: string, canSetQuery: boolean): string | undefined {
  const [address = '', ...search] = url.split('?');
  if (!address.endsWith(CHAT_PATH)) return `only supports chat URLs that end in ${CHAT_PATH}`;
  if (search.length === 0) return undefined;
  if (!canSetQuery) return 'does not support chat URLs with a query';
  return chatBase(url) === undefined ? 'would change the query of this URL' : undefined;
}

/**
 * Whether the Hub's clients find the URL of the run by provider and model. Except for routed chats, they look up the
 * provider on huggingface.co, so the run must have used the same hub.
 */
export function isFoundByName({ request, task, url, isHub }: SnippetContext): boolean {
  const { server, model, conversation } = request;
  if (model === undefined) return false;
  if (!usesHubFormat(server)) return isHub;
  if (server === 'endpoint' || (server !== 'auto' && !isHub)) return false;
  const own = server === 'auto' ? 'auto' : 'hf-inference';
  return url === hubAddress(INFERENCE_URL, { server: own, task, model, conversation });
}

/** Why a client cannot reach a provider that it does not find by name. */
export function providerLimit({ url }: SnippetContext): string {
  return url.startsWith(`${INFERENCE_URL}/`)
    ? 'can only look up providers on huggingface.co'
    : `can only reach other providers through ${new URL(INFERENCE_URL).host}`;
}
