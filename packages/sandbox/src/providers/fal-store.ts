import { randomUUID } from 'node:crypto';
import type { MediaFile } from '../define-model.ts';

/** Limits of the fal-ai stores. */
interface Bounds {
  entries: number;
  bytes: number;
  /** Milliseconds. */
  age: number;
}

const defaultBounds: Bounds = { entries: 100, bytes: 64_000_000, age: 3_600_000 };

/** Values by name. Beyond the bounds, it drops the oldest ones, but keeps the newest regardless of its size. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, { value: Value; size: number; addedAt: number }>();
  readonly #bounds: Bounds;
  readonly #now: () => number;

  constructor(bounds = defaultBounds, now = Date.now) {
    this.#bounds = bounds;
    this.#now = now;
  }

  add(name: string, value: Value, size: number): void {
    this.#entries.set(name, { value, size, addedAt: this.#now() });
    this.#dropOldest();
  }

  find(name: string): Value | undefined {
    this.#dropOldest();
    return this.#entries.get(name)?.value;
  }

  resize(name: string, size: number): void {
    const entry = this.#entries.get(name);
    if (entry) entry.size = size;
    this.#dropOldest();
  }

  #dropOldest(): void {
    const { entries, bytes, age } = this.#bounds;
    let total = [...this.#entries.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [name, { size, addedAt }] of this.#entries) {
      const isTooMuch = this.#entries.size > 1 && (this.#entries.size > entries || total > bytes);
      if (!isTooMuch && this.#now() - addedAt <= age) return;
      this.#entries.delete(name);
      total -= size;
    }
  }
}

/** Generated files, which are fetched by URL without a token. */
export interface FileStore {
  /** Returns the name of the file. */
  add(file: MediaFile): string;
  find(name: string): MediaFile | undefined;
}

export function createFileStore(bounds?: Bounds): FileStore {
  const files = new BoundedMap<MediaFile>(bounds);
  return {
    add(file) {
      const name = `${randomUUID()}.${file.contentType === 'image/png' ? 'png' : 'wav'}`;
      files.add(name, file, file.bytes.buffer.byteLength);
      return name;
    },
    find: (name) => files.find(name),
  };
}

export interface FalJob {
  id: string;
  /** URL of the result. */
  responseUrl: string;
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
  /** Set when the job is completed. */
  result?: unknown;
  failure?: unknown;
}

/** A job to run, and the bytes that it holds in memory until then. */
interface FalWork {
  size: number;
  run: () => Promise<unknown>;
}

export interface FalQueue {
  submit(urlOf: (id: string) => string, work: FalWork): FalJob;
  /** Starts the job on the first call. */
  check(id: string): FalJob | undefined;
  find(id: string): FalJob | undefined;
}

export function createFalQueue(bounds?: Bounds): FalQueue {
  const jobs = new BoundedMap<{ job: FalJob; run: FalWork['run'] | undefined }>(bounds);

  async function start(job: FalJob, run: FalWork['run']): Promise<void> {
    job.status = 'IN_PROGRESS';
    try {
      job.result = await run();
    } catch (error) {
      job.failure = error;
    }
    job.status = 'COMPLETED';
    jobs.resize(job.id, JSON.stringify(job.result ?? null).length);
  }

  return {
    submit(urlOf, { size, run }) {
      const id = randomUUID();
      const job: FalJob = { id, responseUrl: urlOf(id), status: 'IN_QUEUE' };
      jobs.add(id, { job, run }, size);
      return job;
    },
    check(id) {
      const entry = jobs.find(id);
      if (entry?.run) void start(entry.job, entry.run);
      if (entry) entry.run = undefined;
      return entry?.job;
    },
    find: (id) => jobs.find(id)?.job,
  };
}
