import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { datasetRoutes } from '../hub/datasets.ts';
import { testingRoutes } from '../testing/index.ts';
import { hubRoutes, repositoryRoutes } from '../hub/routes.ts';
import type { RecordedRequest } from '../options.ts';
import {
  contextLength,
  matchRoute,
  prices,
  type Exchange,
  type Handler,
  type Route,
  type SandboxState,
} from '../exchange/exchange.ts';
import { HttpError, sendJson, type Listener } from '../exchange/http.ts';
import { chatWithGroq, chatWithModel, chatWithRouter } from '../inference/chat/chat.ts';
import { runModel } from '../inference/run.ts';

/** `GET /v1/models`: the chat models with their providers. */
function listRouterModels({ response, sandbox }: Exchange): void {
  const models = sandbox.registry.models.filter(({ providers }) =>
    providers.some(({ task }) => task === 'conversational'),
  );
  const data = models.map(({ id, row, providers }) => ({
    id,
    object: 'model',
    created: Math.floor(Date.parse(String(row.createdAt)) / 1000),
    owned_by: row.author,
    providers: providers.map(({ provider, status }) => ({
      provider,
      status,
      context_length: contextLength,
      pricing: prices[provider],
    })),
  }));
  sendJson(response, { object: 'list', data });
}

const model = '(?<model>[^/]+(?:/[^/]+)?)';
const task = '(?<task>[^/]+)';

function createRoute(method: Route['method'], path: string, handler: Handler): Route {
  return { method, path: new RegExp(`^/inference/${path}$`), handler };
}

/** The paths of hf-inference also work without its name, as on older hosts. */
const inferenceRoutes: readonly Route[] = [
  createRoute('GET', 'v1/models', listRouterModels),
  createRoute('POST', 'v1/chat/completions', chatWithRouter),
  createRoute('POST', 'groq/openai/v1/chat/completions', chatWithGroq),
  createRoute('POST', `(?:hf-inference/)?models/${model}/v1/chat/completions`, chatWithModel),
  createRoute('POST', `(?:hf-inference/)?models/${model}/pipeline/${task}`, runModel),
  createRoute('POST', `(?:hf-inference/)?models/${model}`, runModel),
  createRoute('POST', `(?:hf-inference/)?pipeline/${task}/${model}`, runModel),
];

const routes = [...hubRoutes, ...datasetRoutes, ...testingRoutes, ...inferenceRoutes, ...repositoryRoutes];

const exposedHeaders =
  'Link, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Bill-To, X-Error-Code, X-Error-Message, ' +
  'X-Inference-Provider, X-Repo-Commit, X-Request-Id';

/** Of pages on this machine: the web app and its development server. */
const localOrigin = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** Lets only local pages use the sandbox. @throws {HttpError} 403 for other pages */
function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  response.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  if (!localOrigin.test(origin)) throw new HttpError(403, 'The sandbox answers only pages on this machine.');
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
}

function respondToPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, OPTIONS',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
    'Access-Control-Max-Age': '600',
  });
  response.end();
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    // Closing the connection early is the only way to signal an incomplete response.
    response.destroy();
  } else if (error instanceof HttpError) {
    sendJson(response, error.body, error.status, error.headers);
  } else if (error instanceof RangeError && error.message === 'Invalid string length') {
    sendJson(response, { error: 'The answer is too long for a response.' }, 400);
  } else if (isMissingModule(error)) {
    const problem = 'Tryout was built again or updated while this sandbox runs';
    sendJson(response, { error: `${problem}. Stop it and start it again.` }, 410);
  } else {
    const reason = error instanceof Error ? error.message : String(error);
    sendJson(response, { error: `The sandbox failed: ${reason}` }, 500);
  }
}

/** Whether a part of the program is gone that is loaded on demand. */
function isMissingModule(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: SandboxState,
): Promise<void> {
  const target = request.url ?? '/';
  // Concatenated, since `new URL('//host/path', base)` would be a URL of another host.
  const address = target.startsWith('/') ? sandbox.hubUrl + target : target;
  if (!URL.canParse(address)) throw new HttpError(400, 'The request target is not a valid URL.');
  const url = new URL(address);
  const { handler, parts } = matchRoute(routes, request.method ?? 'GET', url.pathname);
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  await handler({ request, response, url, parts, sandbox, signal: controller.signal });
}

/** Answers a request; never rejects. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: SandboxState,
  oauth: () => Promise<Listener>,
): Promise<void> {
  response.setHeader('X-Request-Id', randomUUID());
  try {
    // A page can make its own host name resolve to 127.0.0.1 (DNS rebinding); the Host header reveals it.
    const host = request.headers.host?.replace(/:\d+$/, '').toLowerCase() ?? '';
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
      throw new HttpError(403, 'The sandbox answers only as 127.0.0.1 and localhost.');
    }
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') respondToPreflight(request, response);
    else if (/^\/(?:\.well-known|oauth)\//.test(request.url ?? '')) (await oauth())(request, response);
    else await route(request, response, sandbox);
  } catch (error) {
    sendError(response, error);
  }
}

/** Reports a request after its response, including the body that the handlers read. */
export function recordRequest(
  request: IncomingMessage,
  response: ServerResponse,
  report: (request: RecordedRequest) => void,
): void {
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  // Copied where the parser pushes them, because a second reader would take chunks from the first.
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  response.once('close', () => {
    const { method = '', url = '', headers } = request;
    report({ method, url, headers, body: Buffer.concat(chunks) });
  });
}
