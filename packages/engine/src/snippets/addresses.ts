import { INFERENCE_URL } from '../http/index.ts';
import { CHAT_PATH, hubAddress, isOwn } from '../request/index.ts';
import type { SnippetContext } from './client.ts';

/** What clients are given that write `/chat/completions` behind an address by themselves. */
interface ChatBase {
  readonly address: string;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * The base by which such clients ask for chats at an address; undefined where there is none. They write a query anew,
 * so only one that can be written in one way stays as it is.
 */
export function chatBase(url: string): ChatBase | undefined {
  const [address = '', search = '', ...more] = url.split('?');
  const rows = search === '' ? [] : search.split('&').map((row) => row.split('='));
  const isPlain = rows.every((row) => row.length === 2 && row.every((text) => /^[\w.-]+$/.test(text)));
  const query = Object.fromEntries(rows) as Readonly<Record<string, string>>;
  const isOnce = Object.keys(query).length === rows.length;
  // Names that are numbers would change places.
  const staysInOrder = Object.keys(query).every((name, index) => name === rows[index]?.[0]);
  if (!address.endsWith(CHAT_PATH) || more.length > 0 || !isPlain || !isOnce || !staysInOrder)
    return undefined;
  return { address: address.slice(0, -CHAT_PATH.length), query };
}

/**
 * Why such a client cannot ask for chats at an address; undefined when it can.
 * @param takesQuery whether it can be given a query
 */
export function chatBaseLimit(url: string, takesQuery: boolean): string | undefined {
  const [address = '', ...search] = url.split('?');
  if (!address.endsWith(CHAT_PATH)) return `can chat only at addresses that end in ${CHAT_PATH}`;
  if (search.length === 0) return undefined;
  if (!takesQuery) return 'cannot chat at an address with a query';
  return chatBase(url) === undefined ? 'cannot keep the query of this address as it is' : undefined;
}

/**
 * Whether the Hub's clients, told server and model by their names, ask at the address of the run. But for chats that
 * are routed they first ask huggingface.co who serves the model, so that the run must have asked the same hub.
 */
export function isFoundByName({ request, task, url, isHub }: SnippetContext): boolean {
  const { server, model, conversation } = request;
  if (model === undefined) return false;
  if (!isOwn(server)) return isHub;
  if (server === 'endpoint' || (server !== 'auto' && !isHub)) return false;
  const own = server === 'auto' ? 'auto' : 'hf-inference';
  return url === hubAddress(INFERENCE_URL, { server: own, task, model, conversation });
}

/** Why a client cannot ask a provider that it does not find by name. */
export function providerLimit({ url }: SnippetContext): string {
  return url.startsWith(`${INFERENCE_URL}/`)
    ? 'asks who serves a model at huggingface.co alone, not at another hub'
    : `reaches other providers through ${new URL(INFERENCE_URL).host} alone`;
}
