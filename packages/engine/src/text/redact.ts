/** What stands in a message where an access token stood. */
export const REDACTED = 'hf_***';

/** Signed tokens of the Hub's OAuth have dots between their parts. */
const tokenShape = /hf_[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]+)*/g;

/**
 * Takes access tokens out of a text that a person or a log may see: the given one letter by letter, and whatever
 * else looks like a token of the Hub (servers echo what they were sent).
 */
export function redact(text: string, token?: string): string {
  const withoutOwn = token ? text.split(token).join(REDACTED) : text;
  return withoutOwn.replace(tokenShape, REDACTED);
}
