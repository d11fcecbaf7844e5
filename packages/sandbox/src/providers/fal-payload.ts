import type { TaskId } from '../define-model.ts';
import type { Payload } from '../inference/payload.ts';
import { falError } from './fal-error.ts';

/** The field of fal's flat payloads that holds what the Hub calls `inputs`, a task each. */
const inputFields: Readonly<Partial<Record<TaskId, string>>> = {
  'automatic-speech-recognition': 'audio_url',
  'image-to-image': 'image_url',
  'text-to-image': 'prompt',
  'text-to-speech': 'text',
};

/** The field that holds the input of a task; `prompt` for tasks that fal-ai does not serve. */
export function inputFieldOf(task: TaskId): string {
  return inputFields[task] ?? 'prompt';
}

/** Turns a payload of fal's form, where parameters stand beside the input, into the Hub's. @throws HttpError 422 */
export function readFalPayload(task: TaskId, body: Readonly<Record<string, unknown>>): Payload {
  const field = inputFieldOf(task);
  const { [field]: inputs, image_urls: _copies, ...parameters } = body;
  if (inputs === undefined || inputs === null)
    throw falError({ field: [field], message: 'field required', type: 'value_error.missing' });
  if (typeof inputs !== 'string')
    throw falError({ field: [field], message: 'str type expected', type: 'type_error.str' });
  return { inputs, parameters };
}
