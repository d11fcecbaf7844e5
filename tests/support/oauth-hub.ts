import type { ServerResponse } from 'node:http';
import type { WebStorage, RedirectedPage } from '@tryout/engine';
import {
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
type Reply = Record<string, unknown> | RequestHandler;

export interface HubReplies {
  /** Merged into the discovery document; undefined removes a field. */
  discovery?: Record<string, unknown>;
  token?: Reply;
  userinfo?: Reply;
  device?: Reply;
  revoke?: Reply;
  whoami?: Reply;
}

export const tokenAnswer = {
  access_token: ACCESS_TOKEN,
  token_type: 'Bearer',
  expires_in: 28_800,
  scope: 'openid profile inference-api',
  refresh_token: REFRESH_TOKEN,
};

export const userInfoAnswer = { sub: 'someone-1', name: 'Some One', preferred_username: 'someone', orgs: [] };

export interface OAuthHub extends LoopbackServer {
  /** Tests may change these at any time. */
  readonly replies: HubReplies;
  /** Requests to a path, in order. */
  to(path: string): ReceivedRequest[];
}

/** A hub with configurable OAuth replies, including invalid ones that an OAuth server library would never send. */
export async function oauthHub(replies: HubReplies = {}): Promise<OAuthHub> {
  const routes: Record<string, () => Reply> = {
    '/oauth/token': () => replies.token ?? tokenAnswer,
    '/oauth/userinfo': () => replies.userinfo ?? userInfoAnswer,
    '/oauth/device': () => replies.device ?? {},
    '/oauth/revoke': () => replies.revoke ?? {},
    '/api/whoami-v2': () => replies.whoami ?? { name: 'someone' },
    '/.well-known/openid-configuration': () => ({
      issuer: hub.url,
      authorization_endpoint: `${hub.url}/oauth/authorize`,
      token_endpoint: `${hub.url}/oauth/token`,
      userinfo_endpoint: `${hub.url}/oauth/userinfo`,
      ...replies.discovery,
    }),
  };
  const hub: LoopbackServer = await serve((received, response) => {
    const reply = routes[pathOf(received)]?.();
    if (typeof reply === 'function') reply(received, response);
    else sendJson(response, reply ?? {}, reply ? 200 : 404);
  });
  return {
    ...hub,
    replies,
    to: (path) => hub.received.filter((received) => pathOf(received) === path),
  };
}

function pathOf({ url }: ReceivedRequest): string {
  return url.split('?')[0] ?? '';
}

/** The fields of a form-encoded body. */
export function fieldsOf({ body }: ReceivedRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString()));
}

/** An OAuth error response (RFC 6749, section 5.2). */
export function oauthError(error: string, description?: string, status = 400) {
  return (_received: ReceivedRequest, response: ServerResponse) =>
    sendJson(response, { error, error_description: description }, status);
}

/** An in-memory `localStorage`. */
export function memoryStorage(): WebStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** A page opened at a URL; records the URLs that replace it. */
export function pageAt(href: string): RedirectedPage & { readonly replaced: string[] } {
  const replaced: string[] = [];
  return { href, replaced, replace: (next) => void replaced.push(next) };
}
