import { isFoundByName } from '../../hub-by-name.ts';
import type { SnippetContext } from '../../snippet-context.ts';

/** How the client is told whom to ask. */
export type Addressing =
  /** A model of the Hub; the client knows the provider's address. */
  | { readonly kind: 'provider'; readonly provider: string; readonly model: string }
  /** The address itself. */
  | { readonly kind: 'url'; readonly url: string };

/** By the Hub's own names where these lead to the run's address, else by that address. */
export function addressing(context: SnippetContext): Addressing {
  const { server, model = '', body } = context.request;
  if (!isFoundByName(context)) return { kind: 'url', url: context.url };
  if (server !== 'auto') return { kind: 'provider', provider: server, model };
  // With the router's policy or provider behind a colon, where there is one.
  const routed = body.kind === 'json' ? (body.json as Readonly<Record<string, unknown>>)['model'] : model;
  return { kind: 'provider', provider: server, model: String(routed) };
}
