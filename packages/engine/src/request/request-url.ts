import { INFERENCE_URL, type Connection } from '../http/index.ts';
import { modelPath } from '../hub/index.ts';
import type { Task } from '../tasks/index.ts';
import { usesHubFormat, type InferenceRequest } from './inference-request.ts';

export const HF_INFERENCE = 'hf-inference';

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
  return text.replace(/%([0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?-]/gi, (found, code?: string) => {
    if (code === undefined) return encodeURIComponent(found);
    const character = String.fromCharCode(parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : found.toUpperCase();
  });
}

interface HubServed {
  /** `auto` is the chat router, which reads the model from the body. */
  readonly server: 'auto' | typeof HF_INFERENCE;
  readonly task: Task;
  readonly model: string;
  readonly conversation: boolean;
}

/**
 * The URL of one of the Hub's own servers.
 * @throws InputError for an invalid model ID
 */
export function getHubRequestUrl(
  inferenceUrl: string,
  { server, task, model, conversation }: HubServed,
): string {
  const chat = `/v1${CHAT_PATH}`;
  if (server === 'auto') return inferenceUrl + chat;
  const url = `${inferenceUrl}/${HF_INFERENCE}/models/${modelPath(model)}`;
  if (conversation) return url + chat;
  return task.taskInPath ? `${url}/pipeline/${task.id}` : url;
}

/** The URL that a request is sent to. Those of providers are known under the default inference base only. */
export function getRequestUrl(
  { server, url }: InferenceRequest,
  connection: Pick<Connection, 'inferenceUrl'>,
): string {
  return normalizeUrl(new URL(usesHubFormat(server) ? url : rebase(url, connection)));
}

/** Replaces the default inference base with the configured one. */
export function rebase(url: string, { inferenceUrl }: Pick<Connection, 'inferenceUrl'>): string {
  return url.startsWith(`${INFERENCE_URL}/`) ? inferenceUrl + url.slice(INFERENCE_URL.length) : url;
}
