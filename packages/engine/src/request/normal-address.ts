/**
 * An address in the normal form of RFC 3986 (sections 2.2, 2.3 and 6.2.2): what may not stand in a path or a query is
 * percent-encoded, percent-encodings are in capitals, and letters that need none have none. Clients agree on this form
 * alone; in any other, some of them would ask for another address than the rest. Without fragment.
 */
export function normalAddress({ origin, pathname, search }: URL): string {
  return origin + normal(pathname) + normal(search);
}

function normal(text: string): string {
  return text.replace(/%([0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?-]/gi, (found, code?: string) => {
    if (code === undefined) return encodeURIComponent(found);
    const character = String.fromCharCode(parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : found.toUpperCase();
  });
}
