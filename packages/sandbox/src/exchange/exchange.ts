import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MediaFile, ModelDefinition, TaskId } from '../define-model.ts';
import type { ListingRow, ProviderMapping, SandboxDataset } from '../options.ts';
import type { HubJobs, Repositories } from './hub-state.ts';
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

/** A run in the queue of fal-ai. Each request for its status moves it up; it starts at the front. */
export interface FalJob {
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
  /** The number of runs before it. */
  position: number;
  /** Aborted when the run is canceled. */
  controller: AbortController;
  run(signal: AbortSignal): Promise<unknown>;
  /** Set when the job is completed. */
  result?: unknown;
  failure?: unknown;
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
  /** Datasets that were created. */
  repositories: Repositories;
  hubJobs: HubJobs;
  /** The one that may start jobs. */
  token: string;
  /** The command that jobs run. */
  program: readonly string[] | undefined;
  /** Runs in the queue of fal-ai by request ID. */
  jobs: Map<string, FalJob>;
  /** Files of fal-ai by name. */
  files: Map<string, MediaFile>;
  /** IDs of models that answered 503 and will answer the next request. */
  loading: Set<string>;
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
