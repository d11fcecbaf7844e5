import { randomUUID } from 'node:crypto';
import type { MediaFile } from '../define-model.ts';
import { setNewest } from '../server/set-newest.ts';

/** Of each kind; the oldest are dropped. */
const maxEntries = 50;

/** Generated files, which are fetched by URL without a token. */
export interface FileStore {
  /** Returns the name of the file. */
  add(file: MediaFile): string;
  find(name: string): MediaFile | undefined;
}

export function createFileStore(): FileStore {
  const files = new Map<string, MediaFile>();
  return {
    add(file) {
      const name = `${randomUUID()}.${file.contentType === 'image/png' ? 'png' : 'wav'}`;
      setNewest(files, name, file, maxEntries);
      return name;
    },
    find: (name) => files.get(name),
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

export interface FalQueue {
  submit(urlOf: (id: string) => string, run: () => Promise<unknown>): FalJob;
  /** Starts the job on the first call. */
  check(id: string): FalJob | undefined;
  find(id: string): FalJob | undefined;
}

export function createFalQueue(): FalQueue {
  const jobs = new Map<string, { job: FalJob; run: (() => Promise<unknown>) | undefined }>();

  async function start(job: FalJob, run: () => Promise<unknown>): Promise<void> {
    job.status = 'IN_PROGRESS';
    try {
      job.result = await run();
    } catch (error) {
      job.failure = error;
    }
    job.status = 'COMPLETED';
  }

  return {
    submit(urlOf, run) {
      const id = randomUUID();
      const job: FalJob = { id, responseUrl: urlOf(id), status: 'IN_QUEUE' };
      setNewest(jobs, id, { job, run }, maxEntries);
      return job;
    },
    check(id) {
      const entry = jobs.get(id);
      if (entry?.run) void start(entry.job, entry.run);
      if (entry) entry.run = undefined;
      return entry?.job;
    },
    find: (id) => jobs.get(id)?.job,
  };
}
