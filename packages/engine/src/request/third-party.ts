import { getProviderHelper, makeRequestOptionsFromResolvedModel, setLogger } from '@huggingface/inference';
import { NotServedError, OutputError } from '../errors/index.ts';
import { fileIn, isFilePlace, type FileInput, type JsonTemplate } from '../fields/index.ts';
import {
  adoptedFetch,
  INFERENCE_URL,
  type Connection,
  type FormPart,
  type RequestBody,
} from '../http/index.ts';
import type { Payload, Task } from '../tasks/index.ts';
import type { InferenceRequest } from './inference-request.ts';
import { withLibraryFetch } from './library-fetch.ts';
import type { Route } from './route.ts';

type ProviderRoute = Extract<Route, { kind: 'provider' }>;
type Helper = ReturnType<typeof getProviderHelper>;
type LibraryRequest = Parameters<typeof makeRequestOptionsFromResolvedModel>[2];

const silent = () => undefined;
setLogger({ debug: silent, info: silent, log: silent, warn: silent, error: silent });

/** Stands for the person's token while the library builds a request; the real one is added when it is sent. */
const TOKEN_PLACEHOLDER = 'hf_placeholder';

/** The parts of a request that a provider wants in its own form. */
export interface ProviderExchange {
  /** Under the default inference base; the real base takes its place when it is sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
}

function helperFor(provider: string, model: string, taskName: string): Helper {
  try {
    return getProviderHelper(provider as never, taskName as never) as Helper;
  } catch {
    throw new NotServedError(`${provider} cannot be asked for ${taskName} yet`, {
      model,
      hint: 'Choose another provider or model.',
    });
  }
}

const taskNameOf = (route: ProviderRoute, task: Task) => (route.conversation ? 'conversational' : task.id);

/**
 * Has @huggingface/inference write a provider's request without a file being read: a small stand-in takes the place of
 * each file, and where its bytes come out the file's place is put back.
 */
export async function providerExchange(
  route: ProviderRoute,
  task: Task,
  payload: Payload,
): Promise<ProviderExchange> {
  const { provider, model } = route;
  const helper = helperFor(provider.provider, model, taskNameOf(route, task));
  const standIns: StandIn[] = [];
  const args = {
    ...(withStandIns(payload, standIns) as object),
    model,
    provider: provider.provider,
    accessToken: TOKEN_PLACEHOLDER,
  };
  const prepare = (helper as { preparePayloadAsync?: (args: unknown) => Promise<unknown> })
    .preparePayloadAsync;
  const prepared = (prepare ? await prepare.call(helper, args) : args) as LibraryRequest;
  const mapping = { ...provider, hfModelId: model } as never;
  const { url, info } = makeRequestOptionsFromResolvedModel(provider.providerId, helper, prepared, mapping, {
    task: taskNameOf(route, task) as never,
  });
  if (!url.startsWith(`${INFERENCE_URL}/`) || /^[a-z]+:/i.test(provider.providerId)) {
    throw new NotServedError(`${provider.provider} has no usable address for ${model}`, {
      model,
      hint: 'Choose another provider.',
    });
  }
  const headers = Object.fromEntries(
    Object.entries(info.headers as Record<string, string>).filter(
      ([name]) => !['authorization', 'content-type', 'user-agent'].includes(name.toLowerCase()),
    ),
  );
  return { url, headers, body: await bodyWithFiles(info.body, standIns) };
}

/** Reads a provider's answer with the library; queues are polled and files fetched through our own sending. */
export async function readProviderAnswer(
  connection: Connection,
  { server, model = '', task, url }: InferenceRequest,
  answer: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const helper = helperFor(server, model, task);
  const isPublic = (address: string) => !address.startsWith(`${connection.inferenceUrl}/`);
  const adopted = adoptedFetch(connection, { signal }, isPublic);
  const rebased: typeof fetch = (input, init) => adopted(rebase(String(input), connection), init);
  try {
    return await withLibraryFetch(signal, rebased, () =>
      helper.getResponse(answer, url, { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }, undefined, signal),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'ProviderOutputError') {
      throw new OutputError(`${server} answered in another form than it promises`, { url, cause: error });
    }
    throw error;
  }
}

/** The library knows only the default router; a configured one takes its place. */
export function rebase(url: string, { inferenceUrl }: Pick<Connection, 'inferenceUrl'>): string {
  return url.startsWith(`${INFERENCE_URL}/`) ? inferenceUrl + url.slice(INFERENCE_URL.length) : url;
}

interface StandIn {
  readonly blob: Blob;
  readonly base64: string;
  readonly file: FileInput;
}

/** Bytes in multiples of 3, so that their base64 has no padding and can be found inside a longer text. */
const STAND_IN_BYTES = 30;

function withStandIns(value: unknown, standIns: StandIn[]): unknown {
  if (isFilePlace(value)) {
    const bytes = crypto.getRandomValues(new Uint8Array(STAND_IN_BYTES));
    const blob = new Blob([bytes], { type: value.file.contentType });
    standIns.push({ blob, base64: btoa(String.fromCharCode(...bytes)), file: value.file });
    return blob;
  }
  if (Array.isArray(value)) return value.map((entry) => withStandIns(entry, standIns));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withStandIns(entry, standIns)]),
  );
}

async function bodyWithFiles(
  body: BodyInit | null | undefined,
  standIns: readonly StandIn[],
): Promise<RequestBody> {
  if (body instanceof Blob) return { kind: 'file', file: fileOf(body, standIns) };
  if (body instanceof FormData)
    return { kind: 'form', boundary: `tryout-${crypto.randomUUID()}`, parts: formParts(body, standIns) };
  return { kind: 'json', json: withFiles(JSON.parse(String(body)) as JsonTemplate, standIns) };
}

function fileOf(blob: Blob, standIns: readonly StandIn[]): FileInput {
  const found = standIns.find((standIn) => standIn.blob === blob) ?? standIns[0];
  if (!found) throw new OutputError('the provider wants a file that the task has not');
  return found.file;
}

function formParts(form: FormData, standIns: readonly StandIn[]): FormPart[] {
  return [...form].map(([name, value]) =>
    typeof value === 'string'
      ? { name, value }
      : { name, value: fileOf(value, standIns), fileName: value.name },
  );
}

function withFiles(value: JsonTemplate, standIns: readonly StandIn[]): JsonTemplate {
  if (typeof value === 'string') {
    const found = standIns.find(({ base64 }) => value.endsWith(base64));
    if (!found) return value;
    const contentType = /^data:([^;,]+);base64,/.exec(value)?.[1];
    return contentType ? fileIn(found.file, 'data-url', contentType) : fileIn(found.file);
  }
  if (Array.isArray(value)) return value.map((entry: JsonTemplate) => withFiles(entry, standIns));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withFiles(entry as JsonTemplate, standIns)]),
  );
}
