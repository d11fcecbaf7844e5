/** Every access token of the Hub starts with this (specification, section 9). */
export const TOKEN_PREFIX = 'hf_';

/** What follows, besides dots: the characters of a bearer token (RFC 6750, section 2.1). */
const CHARACTERS = 'A-Za-z0-9_~+/=-';

const wholeToken = new RegExp(`^${TOKEN_PREFIX}[.${CHARACTERS}]+$`);

/** Tokens inside a text. A dot at the end belongs to the sentence, and `hf_x` is too short to be a token. */
export const tokensInText = new RegExp(`${TOKEN_PREFIX}[.${CHARACTERS}]{3,}[${CHARACTERS}]`, 'g');

/** Whether a text has the form of an access token. */
export function isAccessToken(text: string): boolean {
  return wholeToken.test(text);
}
