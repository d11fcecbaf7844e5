import { followJobLogs, pause, type HubJob } from '@tryout/engine';
import { listJobsOf, startJob, type HubBatch } from './hub-batch.ts';

/** Milliseconds between looks at the jobs, and before a log is opened again. */
const POLL = 10_000;
const RETRY = 2000;
/** Of a job that ended without an end of its batch. */
const MAX_RESTARTS = 2;
/** Failed looks at the jobs in a row. */
const MAX_FAILURES = 5;

/** Follows a shard until it is finished, and starts its job again when it ends early. @returns what went wrong */
export async function supervise(
  batch: HubBatch,
  shard: string,
  first: HubJob,
  active: Map<string, HubJob>,
): Promise<string | undefined> {
  let job = first;
  for (let restarts = 0; ; restarts += 1) {
    job = await follow(batch, shard, job);
    const end = await batch.folder.readEnd(shard);
    if (end?.stop !== undefined) return `${shard} (${end.stop})`;
    if (end) return undefined;
    const reason = job.message ?? job.stage;
    // The commit gets the token.
    const revision = job.creator === batch.user ? job.labels['revision'] : undefined;
    if (restarts === MAX_RESTARTS || job.stage === 'CANCELED' || !revision) return `${shard} (${reason})`;
    batch.call.output.note(`${shard}  ended early (${reason}); it continues in a new job`);
    job = await startJob(batch, shard, revision);
    active.set(shard, job);
  }
}

/** Prints the log of a job until its end. */
async function follow(batch: HubBatch, shard: string, job: HubJob): Promise<HubJob> {
  const { call, connection, namespace } = batch;
  call.runtime.signal.throwIfAborted();
  const ending = new AbortController();
  const { signal } = ending;
  const abort = () => ending.abort(call.runtime.signal.reason);
  call.runtime.signal.addEventListener('abort', abort, { once: true });
  let [printed, failures] = [0, 0];
  const print = async () => {
    let number = 0;
    for await (const line of followJobLogs(connection, namespace, job.id, signal)) {
      number += 1;
      // A log that is opened again starts with its first line.
      if (number <= printed) continue;
      printed = number;
      if (line.trim() !== '') call.output.note(`${shard}  ${line}`);
    }
  };
  try {
    for (;;) {
      const logging = print().catch(() => undefined);
      let isLogging = true;
      void logging.then(() => (isLogging = false));
      while (isLogging) {
        await Promise.race([logging, pause(POLL, signal)]);
        const all = await listJobsOf(batch).catch((error: unknown) => {
          if (signal.aborted || (failures += 1) === MAX_FAILURES) throw error;
        });
        if (!all) continue;
        failures = 0;
        const current = all.find(({ id }) => id === job.id);
        if (current?.isOver === false) continue;
        await Promise.race([logging, pause(RETRY, signal)]);
        return current ?? { ...job, stage: 'DELETED', isOver: true };
      }
      await pause(RETRY, signal);
    }
  } finally {
    call.runtime.signal.removeEventListener('abort', abort);
    ending.abort();
  }
}
