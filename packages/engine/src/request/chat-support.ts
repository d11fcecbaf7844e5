import { lookUpModel, type ModelLookup } from '../hub/index.ts';
import type { Connection } from '../http/index.ts';
import type { Task } from '../tasks/index.ts';
import { findRoute, type Destination } from './route.ts';

/** Whether a destination supports conversations, and whether their messages may have images. */
export type ChatSupport = 'none' | 'text' | 'images';

/**
 * Looks up what the model or endpoint of a run supports. A model without a provider counts by its tags.
 * @returns `none` if the Hub does not know the model or does not respond
 */
export async function getChatSupport(
  connection: Connection,
  task: Task,
  destination: Destination,
  signal?: AbortSignal,
): Promise<ChatSupport> {
  const { conversation } = task;
  if (!conversation) return 'none';
  const route = await findRoute(connection, task, destination, signal).catch(() => undefined);
  if (route && !route.conversation) return 'none';
  // An endpoint may run any model.
  if (route?.kind === 'endpoint') return 'images';
  const id = route?.model ?? destination.model?.split(':', 1)[0];
  const found: ModelLookup | undefined =
    id === undefined ? undefined : await lookUpModel(connection, id, signal).catch(() => undefined);
  if (!route && found?.conversational !== true) return 'none';
  return !found || found.task === conversation.imageTask ? 'images' : 'text';
}
