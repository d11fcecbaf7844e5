import { modelPath } from '../hub/index.ts';
import type { Task } from '../tasks/index.ts';
import { HF_INFERENCE, type Target } from './inference-request.ts';

export const CHAT_PATH = '/chat/completions';

export function isChatPath(pathname: string): boolean {
  return pathname.replace(/\/$/, '').endsWith(CHAT_PATH);
}

/**
 * A URL in the normal form of RFC 3986 (sections 2.2, 2.3 and 6.2.2), without fragment. All HTTP clients send this form
 * unchanged.
 */
export function normalizeUrl({ origin, pathname, search }: URL): string {
  return origin + normal(pathname) + normal(search);
}

function normal(text: string): string {
  return text.replace(/%([0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?-]/gi, (match, code?: string) => {
    if (code === undefined) return encodeURIComponent(match);
    const character = String.fromCharCode(parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : match.toUpperCase();
  });
}

/**
 * The URL of one of the Hub's own servers.
 * @throws InputError for an invalid model ID
 */
export function getHubRequestUrl(
  inferenceUrl: string,
  { taskInPath, id }: Task,
  {
    kind,
    model,
    conversation,
  }: Target & { readonly kind: 'hf-inference' | 'chat-router'; readonly model: string },
): string {
  const chat = `/v1${CHAT_PATH}`;
  if (kind === 'chat-router') return inferenceUrl + chat;
  const url = `${inferenceUrl}/${HF_INFERENCE}/models/${modelPath(model)}`;
  if (conversation) return url + chat;
  return taskInPath ? `${url}/pipeline/${id}` : url;
}
