import { jsonString } from '../literals/index.ts';
import type { SnippetToken } from '../snippet-context.ts';
import type { TokenExpressions } from '../token-expressions.ts';

/** Undefined where no token is sent. */
export function javascriptToken(token: SnippetToken): TokenExpressions | undefined {
  if (token.kind === 'none') return undefined;
  if (token.kind === 'text') {
    return { token: jsonString(token.text), bearer: jsonString(`Bearer ${token.text}`) };
  }
  return { token: `process.env.${token.name}`, bearer: `\`Bearer \${process.env.${token.name}}\`` };
}
