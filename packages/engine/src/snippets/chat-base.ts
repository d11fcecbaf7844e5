import { CHAT_PATH } from '../request/index.ts';

/** What clients are given that write `/chat/completions` behind an address by themselves. */
export interface ChatBase {
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
