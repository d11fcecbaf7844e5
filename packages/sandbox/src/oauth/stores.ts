import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';
import { isRecord } from '../exchange/http.ts';
import { setNewest } from '../exchange/set-newest.ts';

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
