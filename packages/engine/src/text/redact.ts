import { mapStrings } from './map-strings.ts';
import { tokensInText } from './token-shape.ts';

/** Replaces an access token in everything that is shown or logged. */
export const REDACTED = 'hf_***';

/**
 * Removes access tokens from a message: the given one, and everything else that looks like one. Servers echo what they
 * were sent.
 */
export function redact(text: string, token?: string): string {
  return redactor(token)(text);
}

/** {@link redact} for many texts. */
export function redactor(token?: string): (text: string) => string {
  const own = token ? anySpellingOf(token) : undefined;
  return (text) => (own ? text.replace(own, REDACTED) : text).replace(tokensInText, REDACTED);
}

/** Removes only the given token, in any spelling: for texts in which something like `hf_hub_download` is no secret. */
export function withoutToken(text: string, token?: string): string {
  return token ? text.replace(anySpellingOf(token), REDACTED) : text;
}

/** Removes only the given token from a parsed JSON value, with {@link mapStrings}: in place, keys included. */
export function redactValue(value: unknown, token?: string): unknown {
  return mapStrings(value, (text) => (token ? text.replaceAll(token, REDACTED) : text));
}

/** Matches a token whose characters may be escaped as in JSON or encoded as in URLs. */
function anySpellingOf(token: string): RegExp {
  const characters = [...token].map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, '0');
    return `(?:\\\\?\\x${code}|\\\\u00${code}|%${code})`;
  });
  return new RegExp(characters.join(''), 'gi');
}
