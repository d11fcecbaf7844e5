/** What the library adds to the address that it is given. */
const ADDED = '/chat/completions';

/**
 * The address and the query that make openai ask at this address; undefined where nothing does. It writes a query anew,
 * so only one that can be written in one way stays as it is.
 */
export function baseAddress(
  url: string,
): { readonly address: string; readonly query: Readonly<Record<string, string>> } | undefined {
  const [address = '', search = '', ...more] = url.split('?');
  const rows = search === '' ? [] : search.split('&').map((row) => row.split('='));
  const isPlain = rows.every((row) => row.length === 2 && row.every((text) => /^[\w.-]+$/.test(text)));
  const query = Object.fromEntries(rows) as Readonly<Record<string, string>>;
  const isOnce = Object.keys(query).length === rows.length;
  // Names that are numbers would change places.
  const staysInOrder = Object.keys(query).every((name, index) => name === rows[index]?.[0]);
  if (!address.endsWith(ADDED) || more.length > 0 || !isPlain || !isOnce || !staysInOrder) return undefined;
  return { address: address.slice(0, -ADDED.length), query };
}
