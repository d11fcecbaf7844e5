import type { Provider } from 'oidc-provider';

/** How the Hub's access tokens from OAuth begin. */
const prefix = 'hf_oauth_';

/** The library's maker of token values, which its types leave out. */
interface TokenMaker {
  generateTokenId(): string;
}

/** Lets access tokens begin as the Hub's do. The library has formats for token values, but no prefix. */
export function prefixAccessTokens(provider: Provider): void {
  const model: object = provider.AccessToken.prototype;
  if (!makesTokens(model)) throw new TypeError('The OAuth library makes its tokens in another way now.');
  const generate = model.generateTokenId;
  model.generateTokenId = function () {
    return prefix + generate.call(this);
  };
}

function makesTokens(model: object): model is TokenMaker {
  return 'generateTokenId' in model && typeof model.generateTokenId === 'function';
}
