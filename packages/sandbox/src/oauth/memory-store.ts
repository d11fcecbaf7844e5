import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Milliseconds since 1970. */
  expires: number;
}

const mostEntries = 1000;

/** Keeps one kind of record (codes, tokens, sessions, …) in memory, at most 1000 of them; the oldest give way. */
export class MemoryStore implements Adapter {
  readonly #entries = new Map<string, Entry>();

  async upsert(id: string, payload: AdapterPayload, expiresIn = Infinity): Promise<void> {
    this.#entries.delete(id);
    this.#entries.set(id, { payload: structuredClone(payload), expires: Date.now() + expiresIn * 1000 });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > mostEntries && oldest !== undefined) this.#entries.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const entry = this.#entries.get(id);
    return entry && entry.expires > Date.now() ? structuredClone(entry.payload) : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#entries.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#entries) {
      if (payload.grantId === grantId) this.#entries.delete(id);
    }
  }

  #findWhere(matches: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> {
    for (const [id, { payload }] of this.#entries) if (matches(payload)) return this.find(id);
    return Promise.resolve(undefined);
  }
}
