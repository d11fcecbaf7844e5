import type { TaskId } from '../define-model.ts';
import { HttpError } from '../server/http-error.ts';
import type { Payload } from '../inference/payload.ts';

/** The field of fal's flat payloads that holds what the Hub calls `inputs`, a task each. */
const inputFields: Readonly<Partial<Record<TaskId, string>>> = {
  'automatic-speech-recognition': 'audio_url',
  'image-to-image': 'image_url',
  'text-to-image': 'prompt',
  'text-to-speech': 'text',
};

/** Turns a payload of fal's form, where parameters stand beside the input, into the Hub's. @throws HttpError 422 */
export function readFalPayload(task: TaskId, body: Readonly<Record<string, unknown>>): Payload {
  const field = inputFields[task];
  if (field === undefined || typeof body[field] !== 'string') {
    throw new HttpError(422, {
      detail: [{ loc: ['body', field ?? ''], msg: 'field required', type: 'value_error.missing' }],
    });
  }
  const { [field]: inputs, image_urls: _copies, ...parameters } = body;
  return { inputs, parameters };
}
