import { modelPath } from '../hub/index.ts';
import type { Task } from '../tasks/index.ts';
import { CHAT_PATH } from './chat-path.ts';
import { HF_INFERENCE } from './choose-provider.ts';

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
