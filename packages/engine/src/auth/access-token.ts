import { InputTypeError } from '../errors/index.ts';
import { HUB_URL } from '../http/index.ts';
import { isAccessToken, TOKEN_PREFIX } from '../text/index.ts';

/** Where a token with just the permission that runs need is made. */
const NEW_TOKEN = '/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained';

/**
 * The page of a hub on which a person makes a token.
 * @param hubUrl base address, for example `https://huggingface.co`
 */
export function tokenPageOf(hubUrl: string = HUB_URL): string {
  return `${hubUrl.replace(/\/+$/, '')}${NEW_TOKEN}`;
}

/**
 * A token as a person pasted it, without the white space around it.
 * @param hubUrl the hub whose page the hint names
 * @throws InputTypeError, which never holds the token
 */
export function checkAccessToken(pasted: string, hubUrl?: string): string {
  const token = pasted.trim();
  const page = tokenPageOf(hubUrl);
  const hint = `Make one at ${page}`;
  if (!token.startsWith(TOKEN_PREFIX))
    throw new InputTypeError("Your access token must start with 'hf_'", { hint });
  if (token === TOKEN_PREFIX)
    throw new InputTypeError("Your access token holds nothing behind 'hf_'", {
      hint: `Copy it again, or make one at ${page}`,
    });
  if (!isAccessToken(token)) {
    throw new InputTypeError('Your access token holds a character that no token has', {
      hint: `Copy it again, or make one at ${page}`,
    });
  }
  return token;
}
