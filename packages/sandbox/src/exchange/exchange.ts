import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ModelDefinition, TaskId } from '../define-model.ts';
import type { ListingRow, ProviderMapping, SandboxDataset } from '../options.ts';
import type { TestingState } from '../testing/state.ts';
import { HttpError, parseJsonObject, readBody } from './http.ts';

/** A model of the hub; with neither a definition nor a misbehavior it is only listed. */
export interface HubModel {
  id: string;
  row: ListingRow;
  /** Markdown. */
  card: string;
  providers: ProviderMapping[];
  definition?: ModelDefinition;
  misbehavior?: Misbehavior;
}

export interface Registry {
  /** In the order of the listing. */
  models: readonly HubModel[];
  find(id: string): HubModel | undefined;
  /** The models for a task with a live provider; the first one is the default. */
  listModels(task: string): HubModel[];
}

/** State shared by the handlers of one sandbox. */
export interface SandboxState {
  hubUrl: string;
  inferenceUrl: string;
  /** ISO 8601. */
  startedAt: string;
  /** Bytes. */
  bodyLimit: number;
  examplesFolder: string;
  registry: Registry;
  /** In addition to the sandbox's own. */
  datasets: readonly SandboxDataset[];
  testing: TestingState;
}

/** A request and its response. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** Named groups of the route's path, decoded. */
  parts: Readonly<Record<string, string>>;
  sandbox: SandboxState;
  /** Aborted when the client disconnects or the sandbox closes. */
  signal: AbortSignal;
}

/** A request to a misbehaving model. */
export interface MisbehavingRun {
  exchange: Exchange;
  id: string;
  /** Empty when the request's body is not a JSON object. */
  body: Readonly<Record<string, unknown>>;
  /** The input, or the last message of a conversation. */
  text: string;
}

/** How a model fails on purpose, as real models and servers do. */
export interface Misbehavior {
  /** A sentence for its card. */
  description: string;
  answer(run: MisbehavingRun): void | Promise<void>;
  /** `text-classification` by default. */
  task?: TaskId;
  isGated?: boolean;
}

/** @throws {HttpError} 400 for a body that is not a JSON object, 413 for one that is too large */
export async function readJsonBody({ request, sandbox }: Exchange): Promise<Record<string, unknown>> {
  return parseJsonObject(await readBody(request, sandbox.bodyLimit));
}

export type Handler = (exchange: Exchange) => void | Promise<void>;

export interface Route {
  method: 'GET' | 'POST' | 'PUT';
  /** Matches the entire path. */
  path: RegExp;
  handler: Handler;
}

/**
 * The first route for a request, with the parts of its path. HEAD is handled as GET.
 * @throws {HttpError} 404 for an unknown path, 405 for another method, 400 for invalid percent-encoding
 */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { handler: Handler; parts: Record<string, string> } {
  const candidates = routes.filter((route) => route.path.test(path));
  const route = candidates.find((each) => each.method === (method === 'HEAD' ? 'GET' : method));
  if (!route) {
    if (candidates.length === 0)
      throw new HttpError(404, "Sorry, we can't find the page you are looking for.");
    throw new HttpError(405, 'Method Not Allowed', {
      Allow: candidates.map((each) => each.method).join(', '),
    });
  }
  const groups = Object.entries(route.path.exec(path)?.groups ?? {});
  try {
    const parts = groups.map(([name, value]): [string, string] => [name, decodeURIComponent(value ?? '')]);
    return { handler: route.handler, parts: Object.fromEntries(parts) };
  } catch {
    throw new HttpError(400, 'The path is not percent-encoded correctly.');
  }
}

/** Sets an entry as the newest one, and drops the oldest beyond `max` entries. */
export function setNewest<Value>(entries: Map<string, Value>, key: string, value: Value, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest = ''] = entries.keys();
  if (entries.size > max) entries.delete(oldest);
}

/** Hexadecimal digits derived from a name: 24 for an `_id`, 40 for a commit. */
export function createIdentifier(name: string, length: 24 | 40 = 24): string {
  return createHash('sha256').update(name).digest('hex').slice(0, length);
}

/** The provider that runs every model. */
export const defaultProvider = 'hf-inference';

/** Dollars per million tokens, as the router lists them. The sandbox charges nothing. */
export const prices: Readonly<Record<string, { input: number; output: number }>> = {
  groq: { input: 0.05, output: 0.08 },
};

/** Maximum number of tokens in a conversation. */
export const contextLength = 32_768;

const falTasks: readonly string[] = [
  'automatic-speech-recognition',
  'image-to-image',
  'text-to-image',
  'text-to-speech',
  'text-to-video',
  'image-to-video',
  'image-text-to-image',
  'image-text-to-video',
  'text-to-audio',
];

/** The entry of hf-inference in a model's provider mapping. */
export function createMapping(id: string, task: string): ProviderMapping {
  return { provider: defaultProvider, hfModelId: id, providerId: id, status: 'live', task };
}

/** hf-inference for all models, groq for chat models, and fal-ai for its tasks. */
export function createProviderMapping({ id, task, chat }: ModelDefinition): ProviderMapping[] {
  const mapping = createMapping(id, chat ? 'conversational' : task);
  const others = [...(chat ? ['groq'] : []), ...(falTasks.includes(task) ? ['fal-ai'] : [])];
  return [
    mapping,
    ...others.map((provider) => ({ ...mapping, provider, providerId: `tryout/${id.split('/')[1]}` })),
  ];
}
