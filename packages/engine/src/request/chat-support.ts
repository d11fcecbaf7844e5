import { lookUpModel, type ModelLookup } from '../hub/index.ts';
import { unlessFailed, type Connection } from '../http/index.ts';
import type { ChatSupport, Task } from '../tasks/index.ts';
import { plainModelId, type Place } from '../spec/index.ts';
import { findRoute } from './route.ts';

/**
 * Looks up what the model or endpoint of a run supports. A model without a provider counts by its tags.
 * @returns `none` if the Hub does not know the model or does not respond
 * @throws CanceledError, and TimeoutError for the total deadline
 */
export async function getChatSupport(
  connection: Connection,
  task: Task,
  place: Place,
  signal?: AbortSignal,
): Promise<ChatSupport> {
  const { conversation } = task;
  if (!conversation) return 'none';
  const route = await unlessFailed(findRoute(connection, task, place, signal), signal);
  if (route && !route.conversation) return 'none';
  // An endpoint may run any model.
  if (route?.kind === 'endpoint') return 'any';
  const id = route?.model ?? (place.model && plainModelId(place.model));
  const lookup: ModelLookup | undefined =
    id === undefined ? undefined : await unlessFailed(lookUpModel(connection, id, signal), signal);
  if (!route && lookup?.conversational !== true) return 'none';
  if (!lookup || lookup.task === conversation.imageTask) return 'images';
  const { mediaTasks } = conversation;
  return (['any', 'audio', 'video'] as const).find((kind) => mediaTasks[kind] === lookup.task) ?? 'text';
}
