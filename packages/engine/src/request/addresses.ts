import { INFERENCE_URL, type Connection } from '../http/index.ts';
import { modelPath } from '../hub/index.ts';
import type { Task } from '../tasks/index.ts';
import { isOwn, type InferenceRequest } from './inference-request.ts';

/** The Hub's own provider. */
export const HF_INFERENCE = 'hf-inference';

/**
 * An address in the normal form of RFC 3986 (sections 2.2, 2.3 and 6.2.2): what may not stand in a path or a query is
 * percent-encoded, percent-encodings are in capitals, and letters that need none have none. Clients agree on this form
 * alone; in any other, some of them would ask for another address than the rest. Without fragment.
 */
export function normalAddress({ origin, pathname, search }: URL): string {
  return origin + normal(pathname) + normal(search);
}

function normal(text: string): string {
  return text.replace(/%([0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?-]/gi, (found, code?: string) => {
    if (code === undefined) return encodeURIComponent(found);
    const character = String.fromCharCode(parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : found.toUpperCase();
  });
}

/** How addresses end that take chats in OpenAI's form. */
export const CHAT_PATH = '/chat/completions';

/** Whether the path of an address says that it takes chats. */
export function isChatPath(pathname: string): boolean {
  return pathname.replace(/\/$/, '').endsWith(CHAT_PATH);
}

/** One of the Hub's own servers and what it is asked for. */
export interface HubServed {
  /** `auto` is the chat router, which reads the model from the body. */
  readonly server: 'auto' | 'hf-inference';
  readonly task: Task;
  readonly model: string;
  readonly conversation: boolean;
}

/** What is another address at hf-inference. */
export interface HubPlaces {
  /** Puts the task into the path for models that serve several. */
  readonly forceTask?: boolean;
  /** The paths of hosts before the router: `/models/{model}` and `/pipeline/{task}/{model}`. */
  readonly olderHost?: boolean;
}

/**
 * Where the Hub's own servers are asked, under an inference base.
 * @throws InputError for a model that is no repository id
 */
export function hubAddress(
  inferenceUrl: string,
  { server, task, model, conversation }: HubServed,
  { forceTask = false, olderHost = false }: HubPlaces = {},
): string {
  const chat = `/v1${CHAT_PATH}`;
  if (server === 'auto') return inferenceUrl + chat;
  const id = modelPath(model);
  const inPath = forceTask || (task.taskInPath && !conversation);
  if (inPath && olderHost) return `${inferenceUrl}/pipeline/${task.id}/${id}`;
  const models = `${inferenceUrl}${olderHost ? '' : `/${HF_INFERENCE}`}/models/${id}`;
  return `${models}${inPath ? `/pipeline/${task.id}` : ''}${conversation ? chat : ''}`;
}

/** The address that a request is sent to: providers' addresses are known under the default inference base only. */
export function addressOf(
  { server, url }: InferenceRequest,
  connection: Pick<Connection, 'inferenceUrl'>,
): string {
  return normalAddress(new URL(isOwn(server) ? url : rebase(url, connection)));
}

/** An address under the default inference base, under the configured one. */
export function rebase(url: string, { inferenceUrl }: Pick<Connection, 'inferenceUrl'>): string {
  return url.startsWith(`${INFERENCE_URL}/`) ? inferenceUrl + url.slice(INFERENCE_URL.length) : url;
}
