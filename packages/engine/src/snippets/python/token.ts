import { pythonString } from '../literals/index.ts';
import type { SnippetToken } from '../snippet-context.ts';
import type { TokenExpressions } from '../token-expressions.ts';

/** Undefined where no token is sent. */
export function pythonToken(token: SnippetToken): TokenExpressions | undefined {
  if (token.kind === 'none') return undefined;
  if (token.kind === 'text') {
    return { token: pythonString(token.text), bearer: pythonString(`Bearer ${token.text}`) };
  }
  return { token: `os.environ["${token.name}"]`, bearer: `f"Bearer {os.environ['${token.name}']}"` };
}
