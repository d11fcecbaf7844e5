import { INFERENCE_URL } from '../http/index.ts';
import { hubAddress, isOwn } from '../request/index.ts';
import type { SnippetContext } from './snippet-context.ts';

/**
 * Whether the Hub's clients, told server and model by their names, ask at the address of the run. But for chats that
 * are routed they first ask huggingface.co who serves the model, so that the run must have asked the same hub.
 */
export function isFoundByName({ request, task, url, isHub }: SnippetContext): boolean {
  const { server, model, conversation } = request;
  if (model === undefined) return false;
  if (!isOwn(server)) return isHub;
  if (server === 'endpoint' || (server !== 'auto' && !isHub)) return false;
  const own = server === 'auto' ? 'auto' : 'hf-inference';
  return url === hubAddress(INFERENCE_URL, { server: own, task, model, conversation });
}

/** Why a client cannot ask a provider that it does not find by name. */
export function providerLimit({ url }: SnippetContext): string {
  return url.startsWith(`${INFERENCE_URL}/`)
    ? 'asks who serves a model at huggingface.co alone, not at another hub'
    : `reaches other providers through ${new URL(INFERENCE_URL).host} alone`;
}
