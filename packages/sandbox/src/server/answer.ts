import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hubRoutes, repositoryRoutes } from '../hub/routes.ts';
import { inferenceRoutes } from '../inference/routes.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { allowOrigin, answerPreflight } from './cross-origin.ts';
import { HttpError } from './http-error.ts';
import { isLoopbackHost } from './loopback-host.ts';
import { sendJson } from './respond.ts';
import { matchRoute } from './router.ts';

const routes = [...hubRoutes, ...inferenceRoutes, ...repositoryRoutes];

/** What signs people in; it has routes of its own. */
export type SignIn = (request: IncomingMessage, response: ServerResponse) => void;

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    // The answer has begun: closing it early is the only way left to say that it is not whole.
    response.destroy();
    return;
  }
  if (error instanceof HttpError) {
    sendJson(response, error.body, error.status, error.headers);
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  sendJson(response, { error: `The sandbox failed: ${reason}` }, 500);
}

function readUrl(target: string, hubUrl: string): URL {
  // Joined, not resolved: a target such as //host/path would be read as another host's.
  const url = target.startsWith('/') ? hubUrl + target : target;
  if (URL.canParse(url)) return new URL(url);
  throw new HttpError(400, 'The address of the request cannot be read.');
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: SandboxState,
): Promise<void> {
  const url = readUrl(request.url ?? '/', sandbox.hubUrl);
  const { handler, parts } = matchRoute(routes, request.method ?? 'GET', url.pathname);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await handler({ request, response, url, parts, sandbox, signal: gone.signal });
}

/** Answers any request that reaches the sandbox; never rejects. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: SandboxState,
  signIn: () => Promise<SignIn>,
): Promise<void> {
  response.setHeader('X-Request-Id', randomUUID());
  allowOrigin(request, response);
  try {
    if (!isLoopbackHost(request.headers.host)) {
      throw new HttpError(403, 'The sandbox answers to 127.0.0.1 and localhost alone.');
    }
    if (request.method === 'OPTIONS') answerPreflight(request, response);
    else if (/^\/(?:\.well-known|oauth)\//.test(request.url ?? '')) (await signIn())(request, response);
    else await route(request, response, sandbox);
  } catch (error) {
    sendError(response, error);
  }
}
