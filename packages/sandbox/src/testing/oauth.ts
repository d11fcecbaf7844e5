import type { Adapter, AdapterPayload, Configuration, JWK, Provider } from 'oidc-provider';
import { isRecord, type Listener } from '../exchange/http.ts';
import { setNewest } from '../exchange/exchange.ts';
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type * as library from 'oidc-provider';
import { loadOptional } from '../optional-package.ts';
import {
  askForCode,
  confirmCode,
  findGuest,
  interactionRoute,
  routes,
  serveAvatar,
  serveCodePage,
  serveSignIn,
  showDeviceSuccess,
  showError,
} from './oauth-pages.ts';

const maxEntries = 1000;

/** Keeps one kind of record (codes, tokens, sessions…) in memory, at most 1,000 of them. The library checks when they expire. */
export class MemoryStore implements Adapter {
  readonly #entries = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    setNewest(this.#entries, id, payload, maxEntries);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#entries.get(id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#entries.values()].find((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return [...this.#entries.values()].find((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const payload = this.#entries.get(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#entries.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, payload] of this.#entries) if (payload.grantId === grantId) this.#entries.delete(id);
  }
}

/** Whether a URL is a loopback http URL (RFC 8252, 7.3): any port and path, no credentials, no fragment. */
function isLoopbackUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, hash } = new URL(address);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'http:' && isLoopback && username + password + hash === '';
}

/** Also finds clients by the http URL of a metadata document on this machine; the library accepts only https. */
export class ClientStore extends MemoryStore {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    if (!isLoopbackUrl(id)) return super.find(id);
    const metadata = await fetchJson(id).catch(() => undefined);
    return isRecord(metadata) && metadata.client_id === id ? (metadata as AdapterPayload) : undefined;
  }
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(2500) });
  return response.ok ? response.json() : undefined;
}

export const sandboxClient = {
  client_id: 'tryout-sandbox',
  client_name: 'Tryout',
  application_type: 'native',
  redirect_uris: ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}/`),
} as const;

/** Lets the registered client redirect to any path and port on this machine. */
export function allowLoopbackRedirects(provider: Provider): void {
  const client = provider.Client.prototype;
  const isRegistered = client.redirectUriAllowed;
  client.redirectUriAllowed = function (uri) {
    return this.clientId === sandboxClient.client_id ? isLoopbackUrl(uri) : isRegistered.call(this, uri);
  };
}

export interface OAuthOptions {
  /** URL of the hub, for example `http://127.0.0.1:8080`. */
  issuer: string;
  /** Fetches client metadata documents; by default the global fetch, without private addresses. */
  fetch?: NonNullable<Configuration['fetch']>;
}

const hour = 3600;
const day = 24 * hour;

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', alg: 'RS256', use: 'sig' };
}

async function createConfiguration({ issuer, fetch }: OAuthOptions): Promise<Configuration> {
  return {
    adapter: (kind) => (kind === 'Client' ? new ClientStore() : new MemoryStore()),
    jwks: { keys: [await createSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    routes,
    scopes: ['openid', 'profile', 'email', 'inference-api'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'picture', 'website', 'isPro', 'orgs'],
      email: ['email', 'email_verified'],
    },
    responseTypes: ['code'],
    clients: [{ ...sandboxClient, redirect_uris: [...sandboxClient.redirect_uris] }],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none'],
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    findAccount: (_context, id) => findGuest(issuer, id),
    interactions: { url: (_context, { uid }) => `${interactionRoute}/${uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    renderError: (context, { error, error_description }) => showError(context, error, error_description),
    ...(fetch ? { fetch } : {}),
    features: {
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      devInteractions: { enabled: false },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (context, _form, _out, error) => askForCode(context, error),
        userCodeConfirmSource: (context, _form, client, _device, userCode) =>
          confirmCode(context, client.clientName ?? client.clientId, userCode),
        successSource: showDeviceSuccess,
      },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: 8 * hour,
      AuthorizationCode: 60,
      DeviceCode: 900,
      Grant: 14 * day,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 14 * day,
      Session: 14 * day,
    },
  };
}

/** Imports the library without its warning that Node 20 is unsupported. */
async function loadLibrary(): Promise<typeof library> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
  };
  try {
    return await loadOptional('sign you in', 'oidc-provider', () => import('oidc-provider'));
  } finally {
    console.warn = warn;
  }
}

/** Gives access tokens the prefix of the Hub's. The library has no setting for it. */
function prefixAccessTokens(provider: Provider): void {
  const token = provider.AccessToken.prototype as unknown as { generateTokenId(): string };
  const generate = token.generateTokenId;
  token.generateTokenId = function () {
    return `hf_oauth_${generate.call(this)}`;
  };
}

/**
 * Sign-in as on the Hub: OpenID discovery, authorization code with PKCE, device code, refresh tokens and userinfo, for the
 * client `tryout-sandbox` and clients with a metadata document. The guest, the only account, signs in with a button.
 * Everything is kept in memory. The listener answers `/.well-known/openid-configuration` and `/oauth/…`.
 * @throws {HttpError} without the library
 */
export async function createOAuth(options: OAuthOptions): Promise<Listener> {
  const [{ Provider }, configuration] = await Promise.all([loadLibrary(), createConfiguration(options)]);
  const provider = new Provider(options.issuer, configuration);
  provider.silent = true;
  allowLoopbackRedirects(provider);
  prefixAccessTokens(provider);
  for (const middleware of [serveSignIn(provider), serveCodePage, serveAvatar]) provider.use(middleware);
  const answer = provider.callback();
  return (request, response) => void answer(request, response);
}
