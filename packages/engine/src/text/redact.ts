import { mapStrings } from './json.ts';

/** Every access token of the Hub starts with this (specification, section 9). */
export const TOKEN_PREFIX = 'hf_';

/** The characters of a bearer token, except dots (RFC 6750, section 2.1). */
const CHARACTERS = 'A-Za-z0-9_~+/=-';

/** Transports limit headers to 16 KiB. */
export const MAX_TOKEN_LENGTH = 8000;

const tokenPattern = new RegExp(`^${TOKEN_PREFIX}[.${CHARACTERS}]{1,${MAX_TOKEN_LENGTH}}$`);

/** Tokens in a string. A final dot ends the sentence, and `hf_x` is too short for a token. */
const tokensInText = new RegExp(`${TOKEN_PREFIX}[.${CHARACTERS}]{3,}[${CHARACTERS}]`, 'g');

export function isAccessToken(text: string): boolean {
  return tokenPattern.test(text);
}

export const REDACTED = 'hf_***';

/** Removes access tokens from a string: the given one, and everything that looks like one. */
export function redact(text: string, token?: string): string {
  return withoutToken(text, token).replace(tokensInText, REDACTED);
}

/** An access token in data: long enough that names in code are none. OAuth's have dots between their parts. */
const tokenInData = new RegExp(
  `${TOKEN_PREFIX}(?:[A-Za-z0-9]{30}|oauth_(?:[.-]?[A-Za-z0-9]){30})(?:[.${CHARACTERS}]*[${CHARACTERS}])?`,
  'g',
);

/** Removes what counts as an access token in data, which is not sent: the given one, and what has the form of one. */
export function redactAccessTokens(text: string, token?: string): string {
  return withoutToken(text, token).replace(tokenInData, REDACTED);
}

export function hasAccessToken(text: string, token?: string): boolean {
  return redactAccessTokens(text, token) !== text;
}

/** Removes only the given token, in any encoding, from texts with names such as `hf_hub_download`. */
export function withoutToken(text: string, token?: string): string {
  return tokenRemover(token)(text);
}

/** {@link withoutToken} for many texts. */
export function tokenRemover(token?: string): (text: string) => string {
  if (!token) return (text) => text;
  const pattern = matchAnyEncoding(token);
  return (text) => text.replace(pattern, REDACTED);
}

/** Removes only the given token from a parsed JSON value, with {@link mapStrings}: in place, keys included. */
export function redactValue(value: unknown, token?: string): unknown {
  return mapStrings(value, (text) => (token ? text.replaceAll(token, REDACTED) : text));
}

/** Characters by which a token is found. Patterns of thousands overflow the stack. */
const MAX_COMPARED = 64;

/** Matches a token, even if it is escaped for JSON or encoded for a URL. */
function matchAnyEncoding(token: string): RegExp {
  const characters = [...token.slice(0, MAX_COMPARED)].map((character, index) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, '0');
    // A backslash before the token is not part of it.
    return `(?:${index > 0 ? '\\\\?' : ''}\\x${code}|\\\\u00${code}|%${code})`;
  });
  const others = Math.max(0, token.length - MAX_COMPARED);
  const rest = `(?:\\\\u00[2-7][0-9a-f]|%[2-7][0-9a-f]|\\\\?[.${CHARACTERS}]){0,${others}}`;
  return new RegExp(characters.join('') + rest, 'gi');
}

/** Removes a token from a string that arrives in pieces. Without a token, pieces pass through unchanged. */
export function redactPieces(token = '') {
  const prefix = token.startsWith(TOKEN_PREFIX) ? TOKEN_PREFIX.length : 0;
  let waiting = '';
  /** How much of the pending text was already shown: at most the prefix. */
  const getVisibleLength = () => Math.min(waiting.length, prefix);
  return {
    /**
     * The text that can be shown now. An end that may be the start of the token is held until the next piece, except
     * for the common prefix, which the redacted form also has.
     */
    next(piece: string): string {
      if (token === '') return piece;
      const from = getVisibleLength();
      const text = (waiting + piece).replaceAll(token, REDACTED);
      waiting = token.slice(0, overlap(text, token));
      return text.slice(from, text.length - waiting.length + getVisibleLength());
    },
    /** The remaining text; the start of a token is redacted. */
    end(): string {
      const rest = (waiting.length > TOKEN_PREFIX.length ? REDACTED : waiting).slice(getVisibleLength());
      waiting = '';
      return rest;
    },
  };
}

/** The number of characters at the end of a string that may start the token. */
function overlap(text: string, token: string): number {
  let length = Math.min(text.length, token.length - 1);
  while (!text.endsWith(token.slice(0, length))) length -= 1;
  return length;
}
