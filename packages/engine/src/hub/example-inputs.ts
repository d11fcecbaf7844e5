import * as v from 'valibot';
import { InputError } from '../errors/index.ts';
import { fileFromBlob, fitsField, sniffContentType, type FileInput, type Values } from '../fields/index.ts';
import { limits, mayFetchFrom, requireNoToken, send, type Connection } from '../http/index.ts';
import type { Task } from '../tasks/index.ts';
import { checkHub } from './check-hub.ts';
import { getModelJson } from './get-model-json.ts';
import { hubApiError } from './hub-api-error.ts';
import { examplesIn, valuesIn, type FileKind, type WidgetExample } from './widget-example.ts';

const shape = v.looseObject({
  widgetData: v.nullish(v.array(v.unknown())),
  mask_token: v.fallback(v.optional(v.string()), undefined),
});

/** What a card says of a model's inputs. */
export interface ModelExamples {
  /** In the card's order; those of another form are left out. */
  readonly examples: readonly WidgetExample[];
  /** What a fill-mask model takes for the word that it shall find. */
  readonly maskToken?: string;
}

/**
 * Asks the Hub for the examples of a model's card.
 * @throws InputError (no model id), HubApiError, HubResponseError, and what `send` throws
 */
export async function modelExamplesOf(
  connection: Connection,
  model: string,
  signal?: AbortSignal,
): Promise<ModelExamples> {
  const json = await getModelJson(connection, model, ['widgetData', 'mask_token'], signal);
  const { widgetData, mask_token } = checkHub(shape, json, 'a model', connection);
  return { examples: examplesIn(widgetData), ...(mask_token ? { maskToken: mask_token } : {}) };
}

/** The examples that a model's card gives, in its order; those of another form are left out. */
export async function widgetExamplesOf(
  connection: Connection,
  model: string,
  signal?: AbortSignal,
): Promise<readonly WidgetExample[]> {
  return (await modelExamplesOf(connection, model, signal)).examples;
}

/** The values of a form from one example; files are downloaded. Fields that it says nothing of stay missing. */
export async function valuesFromExample(
  connection: Connection,
  task: Task,
  widget: WidgetExample,
  signal?: AbortSignal,
): Promise<Values> {
  return valuesIn(widget, task, (src, kind) => download(connection, kind, src, signal));
}

async function download(
  connection: Connection,
  kind: FileKind,
  src: string,
  signal?: AbortSignal,
): Promise<FileInput> {
  requireNoToken(src, connection.hubUrl, connection.token);
  if (!URL.canParse(src, `${connection.hubUrl}/`)) throw notOfKind(kind, src);
  const { href: url } = new URL(src, `${connection.hubUrl}/`);
  if (!mayFetchFrom(new URL(url), new URL(connection.hubUrl))) throw notOfKind(kind, url);
  const answer = await send(connection, { method: 'GET', url, isPublic: true }, { signal });
  if (answer.status !== 200) throw await hubApiError(answer);
  const bytes = await answer.bytes(limits.media);
  const contentType = await sniffContentType(bytes);
  if (!contentType || !fitsField(kind, contentType)) throw notOfKind(kind, url);
  return { ...fileFromBlob(new Blob([bytes]), fileNameIn(url), contentType), url };
}

function notOfKind(kind: FileKind, url: string): InputError {
  return new InputError(`The example at ${url} is not ${kind === 'image' ? 'a picture' : 'a sound'}`, {
    hint: 'Give an input of your own.',
  });
}

function fileNameIn(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) || 'example';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
