import { INFERENCE_URL } from '../../../http/index.ts';
import type { SnippetContext } from '../../snippet-context.ts';

/** How the client is told whom to ask. */
export type Addressing =
  /** A model of the Hub; the client knows the provider's address. */
  | { readonly kind: 'provider'; readonly provider: string; readonly model: string }
  /** The address itself. */
  | { readonly kind: 'url'; readonly url: string };

/** By the Hub's own names where these lead to the run's address, else by that address. */
export function addressing({ request, task, url, isHub }: SnippetContext): Addressing {
  const { server, model, conversation, body } = request;
  const byUrl = { kind: 'url', url } as const;
  if (!isHub || server === 'endpoint' || model === undefined) return byUrl;
  if (server === 'auto') {
    // With the router's policy or provider behind a colon, where there is one.
    const routed = body.kind === 'json' ? (body.json as Readonly<Record<string, unknown>>)['model'] : model;
    return { kind: 'provider', provider: server, model: String(routed) };
  }
  if (server === 'hf-inference') {
    const chat = conversation ? '/v1/chat/completions' : '';
    const path = task.taskInPath && !conversation ? `/pipeline/${task.id}` : chat;
    if (url !== `${INFERENCE_URL}/${server}/models/${model}${path}`) return byUrl;
  }
  return { kind: 'provider', provider: server, model };
}
