import type { TaskId } from '../define-model.ts';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { isRecord, parseJsonObject, readBody } from '../server/read-body.ts';

/** The body of a run before its task has looked at it. */
export interface Payload {
  /** The JSON field `inputs`; undefined when a bare file was sent. */
  inputs: unknown;
  parameters: Readonly<Record<string, unknown>>;
  /** A file that was sent bare. */
  file?: Buffer;
}

const fileTasks: ReadonlySet<string> = new Set<TaskId>([
  'audio-classification',
  'audio-to-audio',
  'automatic-speech-recognition',
  'image-classification',
  'image-segmentation',
  'image-to-image',
  'image-to-text',
  'object-detection',
]);

function fromJson(json: Record<string, unknown>): Payload {
  const { inputs, parameters } = json;
  if (inputs === undefined || inputs === null) throw new HttpError(400, 'The field `inputs` is missing.');
  if (parameters === undefined || parameters === null) return { inputs, parameters: {} };
  if (!isRecord(parameters)) throw new HttpError(400, 'The field `parameters` must be an object.');
  return { inputs, parameters };
}

/**
 * Reads the body of a run: JSON, or for tasks with one file as input the bare file, which every content type but JSON
 * stands for.
 * @throws HttpError 400 or 413
 */
export async function readPayload(exchange: Exchange, task: string): Promise<Payload> {
  const body = await readBody(exchange);
  if (body.length === 0) throw new HttpError(400, 'The body is empty.');
  const contentType = exchange.request.headers['content-type'] ?? '';
  const bare = fileTasks.has(task) && !/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
  return bare ? { inputs: undefined, parameters: {}, file: body } : fromJson(parseJsonObject(body));
}
