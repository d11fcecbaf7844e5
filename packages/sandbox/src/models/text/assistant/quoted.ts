const quotes = /"([^"]{1,2000})"|“([^”]{1,2000})”|'([^']{1,2000})'(?![\p{L}])|‘([^’]{1,2000})’/u;

/** What stands in quotation marks in a message, or else behind its first colon; `undefined` without either. */
export function quotedText(message: string): string | undefined {
  const match = quotes.exec(message);
  const inside = match?.slice(1).find((group) => group !== undefined);
  if (inside !== undefined) return inside;
  const colon = message.indexOf(':');
  const behind = colon === -1 ? '' : message.slice(colon + 1).trim();
  return behind === '' ? undefined : behind;
}

/** The text that a command is about: see {@link quotedText}, or else `rest` without marks at its end. */
export function subjectOf(message: string, rest: string): string {
  return quotedText(message) ?? rest.trim().replace(/[?.!]{1,10}$/, '');
}
