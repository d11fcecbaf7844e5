import { EventEmitter, once } from 'node:events';
import {
  answerJson,
  sendJson,
  serve,
  type LoopbackServer,
  type ReceivedRequest,
  type RequestHandler,
} from './loopback.ts';

export const CLIENT = 'test-client';
export const ACCESS_TOKEN = 'hf_oauth_CanaryOfAccess0123';
export const REFRESH_TOKEN = 'CanaryOfRefresh0123';

/** The reply of an endpoint: a body for status 200, or a request handler. */
export type Reply = object | RequestHandler;

/** A model, or its row in a listing. */
export interface HubModel {
  readonly id: string;
  readonly pipeline_tag?: string | null;
  readonly [field: string]: unknown;
}

export interface HubReplies {
  /** Replies to any request first, unless it returns undefined. */
  first?: (received: ReceivedRequest) => Reply | undefined;
  whoami?: Reply;
  /** The models of the hub, which are listed in this order. The first one for a task is its default. */
  models?: readonly HubModel[];
  /** Replaces the listing of the models. */
  listing?: Reply;
  /** Replaces the model at any ID. */
  model?: Reply;
  tasks?: Reply;
  /** The reply to everything that is not a request to the hub. */
  inference?: Reply;
  /** Merged into the discovery document; undefined removes a field. */
  discovery?: Record<string, unknown>;
  token?: Reply;
  userinfo?: Reply;
  device?: Reply;
  revoke?: Reply;
}

export interface FakeHub extends LoopbackServer {
  /** Tests may change these at any time. */
  readonly replies: HubReplies;
  /** Requests to a path, in order. */
  to(path: string): ReceivedRequest[];
  /** Waits for the first request whose URL contains a text. */
  arrival(text: string): Promise<ReceivedRequest>;
  /** Requests that ran a model, in order. */
  runs(): ReceivedRequest[];
}

interface ModelOptions {
  /** What the model is for. */
  task?: string;
  /** What its providers serve it as; the task by default. */
  serves?: string;
  providers?: readonly string[];
  /** Further fields of the model. */
  [field: string]: unknown;
}

/** A model for text classification that hf-inference runs, unless the options say otherwise. */
export function hubModel(id: string, options: ModelOptions = {}) {
  const { task = 'text-classification', serves = task, providers = ['hf-inference'], ...fields } = options;
  return {
    id,
    pipeline_tag: task,
    tags: [],
    inferenceProviderMapping: providerMapping(id, serves, providers),
    ...fields,
  };
}

/** The providers of a model, all live. */
export function providerMapping(
  providerId: string,
  task: string,
  providers: readonly string[] = ['hf-inference'],
) {
  return providers.map((provider) => ({ provider, providerId, status: 'live', task }));
}

export const tokenAnswer = {
  access_token: ACCESS_TOKEN,
  token_type: 'Bearer',
  expires_in: 28_800,
  scope: 'openid profile inference-api',
  refresh_token: REFRESH_TOKEN,
};

export const userInfoAnswer = { sub: 'someone-1', name: 'Some One', preferred_username: 'someone', orgs: [] };

const notFound = answerJson({ error: 'Repository not found' }, 404);

/**
 * A hub with one user and one model, `org/model`, that is also its own inference host. Tests replace replies, also with
 * invalid ones that the sandbox would never send.
 */
export async function fakeHub(replies: HubReplies = {}): Promise<FakeHub> {
  const models = () => replies.models ?? [hubModel('org/model')];
  const routes: Record<string, () => Reply> = {
    '/api/whoami-v2': () => replies.whoami ?? { name: 'someone', orgs: [] },
    '/api/models': () => replies.listing ?? models(),
    '/api/tasks': () => replies.tasks ?? defaultModels(models()),
    '/oauth/token': () => replies.token ?? tokenAnswer,
    '/oauth/userinfo': () => replies.userinfo ?? userInfoAnswer,
    '/oauth/device': () => replies.device ?? {},
    '/oauth/revoke': () => replies.revoke ?? {},
    '/.well-known/openid-configuration': () => ({
      issuer: hub.url,
      authorization_endpoint: `${hub.url}/oauth/authorize`,
      token_endpoint: `${hub.url}/oauth/token`,
      userinfo_endpoint: `${hub.url}/oauth/userinfo`,
      ...replies.discovery,
    }),
  };
  const replyTo = (path: string): Reply => {
    if (routes[path]) return routes[path]();
    if (path.startsWith('/api/models/')) return replies.model ?? models().find(isAt(path)) ?? notFound;
    return path.startsWith('/api/') ? notFound : (replies.inference ?? [{ label: 'GOOD', score: 0.75 }]);
  };
  const arrivals = new EventEmitter();
  const hub: LoopbackServer = await serve((received, response) => {
    arrivals.emit('request');
    const reply = replies.first?.(received) ?? replyTo(pathOf(received));
    if (typeof reply === 'function') return (reply as RequestHandler)(received, response);
    sendJson(response, reply);
  });
  return {
    ...hub,
    replies,
    to: (path) => hub.received.filter((received) => pathOf(received) === path),
    async arrival(text) {
      for (;;) {
        const request = hub.received.find(({ url }) => url.includes(text));
        if (request) return request;
        await once(arrivals, 'request');
      }
    },
    runs: () => hub.received.filter(({ method, url }) => method === 'POST' && !/^\/(api|oauth)\//.test(url)),
  };
}

function defaultModels(models: readonly HubModel[]): object {
  return Object.fromEntries([...models].reverse().map((model) => [model.pipeline_tag, { models: [model] }]));
}

function pathOf({ url }: ReceivedRequest): string {
  return url.split('?')[0] ?? '';
}

const isAt = (path: string) => (model: HubModel) => `${path}/`.startsWith(`/api/models/${model.id}/`);

/** The query of a request. */
export function queryOf({ url }: ReceivedRequest): URLSearchParams {
  return new URLSearchParams(url.split('?')[1]);
}

/** The fields of a form-encoded body. */
export function fieldsOf({ body }: ReceivedRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString()));
}

/** An OAuth error response (RFC 6749, section 5.2). */
export const oauthError = (error: string, description?: string, status = 400): RequestHandler =>
  answerJson({ error, error_description: description }, status);
