import { image, text, type Field } from '../fields/index.ts';
import type { SessionState } from '../session/index.ts';

/** The names of the inputs that a conversation has besides its message. */
export const SYSTEM_FIELD = 'system';
export const PICTURE_FIELD = 'picture';

/** The inputs of a conversation in order: the message, the system prompt, and a picture if the model takes one. */
export function fieldsOfChat({
  task,
  chatSupport,
}: Pick<SessionState, 'task' | 'chatSupport'>): readonly (readonly [name: string, field: Field])[] {
  const message = task?.conversation?.message ?? '';
  return [
    [message, task?.fields[message] ?? text()],
    [SYSTEM_FIELD, { ...text('System prompt'), optional: true }],
    ...(chatSupport === 'pictures' ? [[PICTURE_FIELD, { ...image('Image'), optional: true }] as const] : []),
  ];
}
