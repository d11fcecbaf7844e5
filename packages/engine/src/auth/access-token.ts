import { InputTypeError } from '../errors/index.ts';

/** Every token of the Hub begins so (specification, section 9). */
export const TOKEN_PREFIX = 'hf_';

/** Letters of the Hub's tokens and of the signed ones that its OAuth gives. */
const tokenShape = /^hf_[A-Za-z0-9._~+/=-]+$/;

export const TOKEN_PAGE =
  'https://huggingface.co/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained';

/**
 * A token as a person pasted it, without the white space around it.
 * @throws InputTypeError, which never holds the token
 */
export function checkAccessToken(pasted: string): string {
  const token = pasted.trim();
  const hint = `Make one at ${TOKEN_PAGE}`;
  if (!token.startsWith(TOKEN_PREFIX))
    throw new InputTypeError("Your access token must start with 'hf_'", { hint });
  if (!tokenShape.test(token)) {
    throw new InputTypeError('Your access token holds a character that no token has', {
      hint: `Copy it again, or make one at ${TOKEN_PAGE}`,
    });
  }
  return token;
}
