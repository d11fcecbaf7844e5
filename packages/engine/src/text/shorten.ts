/** Longer than any sentence of ours; what a server sends can be megabytes. */
const MAX_LENGTH = 2000;
/** The end may hold the address and the request id. */
const KEPT_END = 500;

/** A text of at most about 2,000 characters: of a longer one the middle is left out. */
export function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const beginning = text.slice(0, MAX_LENGTH - KEPT_END).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-KEPT_END).replace(/^[\udc00-\udfff]/, '');
  return `${beginning} […] ${end}`;
}
