import { INFERENCE_URL } from '../http/index.ts';
import { CHAT_PATH, getHubRequestUrl } from '../request/index.ts';
import type { SnippetContext } from './client.ts';

/**
 * The base URL for clients that append `/chat/completions` and re-encode the query. Undefined if the path has another
 * ending or encoding could change the query.
 */
export function chatBase(url: string) {
  const [address = '', ...rest] = url.split('?');
  const search = rest.join('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  const isSame = /^[\w.=&-]*$/.test(search) && String(new URLSearchParams(query)) === search;
  if (!address.endsWith(CHAT_PATH) || !isSame) return undefined;
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

/** Whether the Hub's clients find the URL of the run by provider and model, which they look up on huggingface.co. */
export function isFoundByName({ url, run: { route }, task, isHub }: SnippetContext): boolean {
  switch (route.kind) {
    case 'endpoint':
      return false;
    case 'provider':
      return isHub;
    default:
      return isHub && url === getHubRequestUrl(INFERENCE_URL, task, route);
  }
}

/** Why a client cannot reach a provider that it does not find by name. */
export const PROVIDER_LIMIT = 'can only look up providers on huggingface.co';
