import { randomUUID } from 'node:crypto';
import { createBoundedMap, usualBounds, type Bounds } from './bounded-map.ts';

/** A run in the queue of the fal-ai provider. */
export interface FalJob {
  id: string;
  /** Address of the result, which fal calls the response. */
  responseUrl: string;
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
  /** Set once completed: the result, or why there is none. */
  result?: unknown;
  failure?: unknown;
}

/** What is to be run, and how many bytes it keeps in memory until then. */
export interface FalWork {
  size: number;
  run: () => Promise<unknown>;
}

export interface FalQueue {
  /** Puts a run into the queue; it is started when someone first asks how it stands. */
  submit(urlOf: (id: string) => string, work: FalWork): FalJob;
  /** How a run stands; the first question about it starts it. */
  check(id: string): FalJob | undefined;
  find(id: string): FalJob | undefined;
}

interface Entry {
  job: FalJob;
  /** Taken away when it starts, so that the request can be forgotten. */
  run?: FalWork['run'];
}

/** A queue that remembers the last runs, within bounds of number, size and age. */
export function createFalQueue(bounds: Bounds = usualBounds): FalQueue {
  const jobs = createBoundedMap<Entry>(bounds);

  async function work(job: FalJob, run: FalWork['run']): Promise<void> {
    try {
      job.result = await run();
    } catch (error) {
      job.failure = error;
    }
    job.status = 'COMPLETED';
    jobs.weigh(job.id, JSON.stringify(job.result ?? null).length);
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
      if (entry?.run !== undefined) {
        const { job, run } = entry;
        delete entry.run;
        job.status = 'IN_PROGRESS';
        void work(job, run);
      }
      return entry?.job;
    },
    find: (id) => jobs.find(id)?.job,
  };
}
