import {
  cancelHubJob,
  listHubJobs,
  pause,
  startHubJob,
  type Connection,
  type HubJob,
  followJobLogs,
} from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { BatchOutputOptions } from '../run-batch.ts';
import { PROGRAM, type DatasetFolder } from './job-folder.ts';
import type { JobCommand } from './job-command.ts';

/** The options of jobs. */
export interface HubJobOptions extends BatchOutputOptions {
  readonly flavor?: string;
  /** Seconds. */
  readonly jobTimeout?: number;
  readonly yes?: boolean;
}

export const DEFAULT_FLAVOR = 'cpu-basic';
/** Seconds. */
export const DEFAULT_TIMEOUT = 6 * 60 * 60;

const IMAGE = 'node:22-slim';
/** Installs the program with the versions that it was built with, and runs it in the folder of the source. */
const SCRIPT = `npm install --global --ignore-scripts --no-fund --no-audit --loglevel=error /data/${PROGRAM} >&2 && cd "/data/$0" && exec tryout "$@"`;

/** Milliseconds between looks at jobs that end. */
const INTERVAL = 2000;

/** A batch that runs on jobs. */
export interface HubBatch {
  readonly call: Call;
  readonly connection: Connection;
  readonly namespace: string;
  /** The user's name on the hub. */
  readonly user: string;
  readonly dataset: string;
  readonly command: JobCommand;
  readonly folder: DatasetFolder;
  readonly options: HubJobOptions;
  /** US dollars of all jobs. */
  readonly maxCost: number | undefined;
}

/** The jobs of this batch, the newest first. Others in the namespace may use the same labels. */
export async function listJobsOf({ connection, namespace, user, command, call: { runtime } }: HubBatch) {
  const all = await listHubJobs(connection, namespace, runtime.signal);
  return all.filter(
    ({ labels, creator = user }) =>
      creator === user &&
      labels['tryout'] === command.id &&
      /^[1-9]\d{0,2}-of-[1-9]\d{0,2}$/.test(labels['shard'] ?? ''),
  );
}

/** The name of a job's shard, such as `1/4`. */
export const getShard = ({ labels }: HubJob) => labels['shard']!.replace('-of-', '/');

/** Whether a job reads the current source. */
export const isCurrent = ({ command }: HubBatch, { labels }: HubJob) => labels['source'] === command.source;

/** Ends jobs for an earlier state of the source, which write to the same outputs. */
export async function cancelOutdated(batch: HubBatch): Promise<void> {
  const { connection, namespace, call } = batch;
  const isRunning = (job: HubJob) => !job.isOver && !isCurrent(batch, job);
  for (const { id } of (await listJobsOf(batch)).filter(isRunning))
    await cancelHubJob(connection, namespace, id);
  while ((await listJobsOf(batch)).some(isRunning)) await pause(INTERVAL, call.runtime.signal);
}

/** The command of a shard's job. */
export function getJobWords(
  { command, dataset, folder, maxCost }: HubBatch,
  shard: string,
): readonly string[] {
  const [name = '', ...words] = command.words;
  const limit = maxCost === undefined ? [] : [`--max-cost=${maxCost / getShardCount(shard)}`];
  return [name, `--shard=${shard}`, `--into=${dataset}/${folder.outputOf(shard)}`, ...limit, ...words];
}

/** Of all shards, from the name of one, such as `1/4`. */
export const getShardCount = (shard: string) => Number(shard.split('/')[1]);

/**
 * Starts the job of a shard.
 * @param revision the commit with the program, which gets the token; others may have written to the dataset since
 */
export async function startJob(batch: HubBatch, shard: string, revision: string): Promise<HubJob> {
  const { call, connection, namespace, dataset, command, folder, options } = batch;
  const { token, renewal, hubUrl } = connection;
  const { flavor = DEFAULT_FLAVOR, jobTimeout = DEFAULT_TIMEOUT } = options;
  const job = await startHubJob(
    connection,
    namespace,
    {
      dockerImage: IMAGE,
      flavor,
      command: ['sh', '-c', SCRIPT, folder.sourceFolder, ...getJobWords(batch, shard)],
      secrets: token === undefined ? {} : { HF_TOKEN: renewal?.latest(token) ?? token },
      labels: { tryout: command.id, source: command.source, shard: shard.replace('/', '-of-'), revision },
      volumes: [{ source: `datasets/${dataset}`, mountPath: '/data', path: folder.path, revision }],
      timeoutSeconds: jobTimeout,
    },
    call.runtime.signal,
  );
  call.output.note(`${shard}  started: ${hubUrl}/jobs/${namespace}/${job.id}`);
  return { ...job, creator: batch.user };
}

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
