import { InputTypeError } from '../errors/index.ts';
import { getTokenPage } from '../http/index.ts';
import { isAccessToken, MAX_TOKEN_LENGTH, TOKEN_PREFIX } from '../text/index.ts';

/**
 * A pasted token, trimmed.
 * @param hubUrl the hub to name in the hint
 * @throws InputTypeError, which never contains the token
 */
export function checkAccessToken(pasted: string, hubUrl?: string): string {
  const token = pasted.trim();
  const page = getTokenPage(hubUrl);
  if (!token.startsWith(TOKEN_PREFIX))
    throw new InputTypeError("Your access token must start with 'hf_'", { hint: `Create one at ${page}` });
  if (isAccessToken(token)) return token;
  const message =
    token === TOKEN_PREFIX
      ? "Your access token is incomplete: nothing follows 'hf_'"
      : token.length > MAX_TOKEN_LENGTH
        ? 'Your access token is too long'
        : 'Your access token contains an invalid character';
  throw new InputTypeError(message, { hint: `Copy it again, or create one at ${page}` });
}
