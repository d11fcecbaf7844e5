import type { ServerResponse } from 'node:http';
import type { WebStorage, RedirectedPage } from '@tryout/engine';
import { sendJson, serve, type LoopbackServer, type Received } from './loopback.ts';

export const CLIENT = 'test-client';
export const ACCESS_TOKEN = 'hf_oauth_CanaryOfAccess0123';
export const REFRESH_TOKEN = 'CanaryOfRefresh0123';

/** An endpoint: a body for status 200, or whatever else it does. */
type Reply = Record<string, unknown> | ((received: Received, response: ServerResponse) => unknown);

export interface HubReplies {
  /** Added to the discovery document; undefined takes a field out of it. */
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
  /** May be changed at any time. */
  readonly replies: HubReplies;
  /** Requests to a path, in order. */
  to(path: string): Received[];
}

/** A hub that signs in as it is told to: one that a provider library would never be. */
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
    const reply =
      routes[pathOf(received)]?.() ?? ((_: Received, nothing: ServerResponse) => sendJson(nothing, {}, 404));
    if (typeof reply === 'function') reply(received, response);
    else sendJson(response, reply);
  });
  return {
    ...hub,
    replies,
    to: (path) => hub.received.filter((received) => pathOf(received) === path),
  };
}

function pathOf({ url }: Received): string {
  return url.split('?')[0] ?? '';
}

/** Fields of a form as a server reads them. */
export function fieldsOf({ body }: Received): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString()));
}

/** What an error answer of OAuth looks like. */
export function oauthError(error: string, description?: string, status = 400) {
  return (_received: Received, response: ServerResponse) =>
    sendJson(response, { error, ...(description ? { error_description: description } : {}) }, status);
}

/** Storage as browsers have it: in the order of insertion, texts alone. */
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

/** A page that was opened with an address, and what its address was changed to. */
export function pageAt(href: string): RedirectedPage & { readonly replaced: string[] } {
  const replaced: string[] = [];
  return { href, replaced, replace: (next) => void replaced.push(next) };
}
