import { randomUUID } from 'node:crypto';

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

export interface FalQueue {
  /** Puts a run into the queue; it is started when someone first asks how it stands. */
  submit(urlOf: (id: string) => string, run: () => Promise<unknown>): FalJob;
  /** How a run stands; the first question about it starts it. */
  check(id: string): FalJob | undefined;
  find(id: string): FalJob | undefined;
}

const mostJobs = 100;

/** A queue that remembers the last hundred runs. */
export function createFalQueue(): FalQueue {
  const jobs = new Map<string, { job: FalJob; run: () => Promise<unknown> }>();

  async function work(job: FalJob, run: () => Promise<unknown>): Promise<void> {
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
      jobs.set(id, { job, run });
      const oldest = jobs.keys().next().value;
      if (jobs.size > mostJobs && oldest !== undefined) jobs.delete(oldest);
      return job;
    },
    check(id) {
      const entry = jobs.get(id);
      if (entry?.job.status === 'IN_QUEUE') {
        entry.job.status = 'IN_PROGRESS';
        void work(entry.job, entry.run);
      }
      return entry?.job;
    },
    find: (id) => jobs.get(id)?.job,
  };
}
