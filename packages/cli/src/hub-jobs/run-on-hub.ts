import {
  asFailure,
  cancelHubJob,
  CanceledError,
  costText,
  counted,
  duration,
  findDataset,
  followJobLogs,
  identify,
  InputError,
  listHardware,
  listHubJobs,
  pause,
  size,
  startHubJob,
  TryoutError,
  visibleLine,
  type BatchSetup,
  type BatchSummary,
  type Connection,
  type HubJob,
} from '@tryout/engine';
import type { BatchOutput } from '@tryout/engine/node';
import { readSavedOutput } from '../batch/dataset-output.ts';
import { parseInto } from '../batch/into.ts';
import { describeSummary } from '../batch/progress.ts';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import type { TypedOption } from '../context/options.ts';
import { withHome } from '../files/paths.ts';
import { finishBatch, type BatchOutputOptions } from '../run/batch.ts';
import { canConfirm, confirm } from '../system/confirm.ts';
import { isPipeClosed } from '../system/signals.ts';
import { getSymbols } from '../terminal/terminal.ts';
import { openDatasetFolder, PROGRAM, type DatasetFolder } from './dataset-folder.ts';
import { createJobCommand, type JobCommand } from './job-command.ts';

export interface HubJobOptions extends BatchOutputOptions {
  readonly hubJobs?: number;
  readonly flavor?: string;
  /** Seconds. */
  readonly jobTimeout?: number;
  readonly yes?: boolean;
}

const DEFAULT_FLAVOR = 'cpu-basic';
const DEFAULT_TIMEOUT = 6 * 60 * 60;

const IMAGE = 'node:22-slim';
/** Installs the program, and runs it in the folder of the source. */
const SCRIPT = `npm install --global --no-fund --no-audit --loglevel=error /data/${PROGRAM} >&2 && cd "/data/$0" && exec tryout "$@"`;

/** Milliseconds between looks at the jobs, and before a log is opened again. */
const POLL = 10_000;
const RETRY = 2000;
/** Of a job that ended without an end of its batch. */
const MAX_RESTARTS = 2;
/** Failed looks at the jobs in a row. */
const MAX_FAILURES = 5;
const COME_BACK = 'The jobs go on. Run the same command again to come back to them.';
/** Files of a preview. */
const MAX_NAMED = 10;

interface HubBatch {
  readonly call: Call;
  readonly connection: Connection;
  readonly namespace: string;
  readonly dataset: string;
  readonly command: JobCommand;
  readonly folder: DatasetFolder;
  readonly options: HubJobOptions;
}

/** Shards did not finish. */
class HubJobError extends TryoutError {
  override readonly name = 'HubJobError';
  readonly code = 'UNEXPECTED';
  readonly outcome = 'failed';
}

/**
 * Runs a batch on jobs of the Hub: starts those of shards that are not finished, follows them, and joins their outputs.
 * The dataset `--into` and the labels of the jobs are the state, so that the same command continues.
 */
export async function runOnHub(
  call: Call,
  connection: Connection,
  setup: BatchSetup,
  { paths, typed }: { readonly paths: readonly string[]; readonly typed: readonly TypedOption[] },
  journal: BatchOutput,
  options: HubJobOptions,
): Promise<void> {
  const { runtime, output } = call;
  const { signal } = runtime;
  const jobs = options.hubJobs!;
  const started = performance.now();
  const { dataset } = parseInto(options.into!);
  const [namespace = ''] = dataset.split('/');
  output.progress.note('Looking for the jobs');
  const command = await createJobCommand(call, connection, { setup, paths, typed, jobs });
  const folder = await openDatasetFolder(connection, dataset, command, withHome(options.output!), signal);
  const batch: HubBatch = { call, connection, namespace, dataset, command, folder, options };
  const shards = Array.from({ length: jobs }, (_, index) => `${index + 1}/${jobs}`);
  const active = new Map<string, HubJob>();
  try {
    for (const job of [...(await listJobsOf(batch))].reverse()) {
      const shard = job.labels['shard']!.replace('-of-', '/');
      if (isCurrent(batch, job) && !job.isOver && shards.includes(shard)) active.set(shard, job);
    }
    const unfinished = await findUnfinished(batch, shards);
    const toStart = unfinished.filter((shard) => !active.has(shard));
    output.progress.clear();
    if (toStart.length > 0) {
      const { files, upload } = await folder.prepareUpload(toStart);
      await preview(batch, toStart, files);
      await requireConfirmation(call, toStart.length, options);
      output.progress.note('Uploading');
      await cancelOutdated(batch);
      const revision = await upload();
      output.progress.clear();
      for (const shard of toStart) active.set(shard, await startJob(batch, shard, revision));
    }
    if (active.size > 0) output.note('Ctrl-C detaches; the jobs go on.');
    const problems = await Promise.all(
      [...active].map(([shard, job]) => supervise(batch, shard, job, active)),
    );
    const summary = await joinOutputs(batch, setup, journal, shards, started);
    await journal.close();
    const failures = problems.flatMap((problem) => problem ?? []);
    if (failures.length === 0) return await finishBatch(call, summary, options);
    describeSummary(summary, getSymbols(output.errorTerminal).separator).forEach(output.note);
    throw new HubJobError(`${counted(failures.length, 'job')} did not finish: ${failures.join('; ')}`, {
      hint: 'Run the same command again to continue.',
    });
  } catch (error) {
    if (active.size > 0 && signal.aborted) await detach(batch, [...active.values()]);
    else if (active.size > 0 && !(error instanceof HubJobError)) output.note(COME_BACK);
    throw error;
  }
}

/** The jobs of this batch, the newest first. */
async function listJobsOf({ connection, namespace, command, call: { runtime } }: HubBatch) {
  const all = await listHubJobs(connection, namespace, runtime.signal);
  return all.filter(({ labels }) => labels['tryout'] === command.id && labels['shard']);
}

const isCurrent = ({ command }: HubBatch, { labels }: HubJob) => labels['source'] === command.source;

/** Ends jobs for an earlier state of the source, which write to the same outputs. */
async function cancelOutdated(batch: HubBatch): Promise<void> {
  const { connection, namespace, call } = batch;
  const isRunning = (job: HubJob) => !job.isOver && !isCurrent(batch, job);
  for (const { id } of (await listJobsOf(batch)).filter(isRunning))
    await cancelHubJob(connection, namespace, id);
  while ((await listJobsOf(batch)).some(isRunning)) await pause(RETRY, call.runtime.signal);
}

/** The shards that have not ended well, or that run again for their failed rows. */
async function findUnfinished({ folder, options }: HubBatch, shards: readonly string[]): Promise<string[]> {
  if (folder.isFresh) return [...shards];
  const isFinished = async (shard: string) => {
    const end = await folder.readEnd(shard);
    return end !== undefined && end.stop === undefined && !(options.retryErrors && end.failed > 0);
  };
  const finished = await Promise.all(shards.map(isFinished));
  return shards.filter((_shard, index) => !finished[index]);
}

/** What happens, before anything does. @throws InputError for unknown hardware */
async function preview(
  batch: HubBatch,
  shards: readonly string[],
  files: readonly { readonly name: string; readonly bytes: number }[],
): Promise<void> {
  const { call, connection, dataset, folder, options, namespace } = batch;
  const { signal } = call.runtime;
  const { flavor = DEFAULT_FLAVOR, jobTimeout = DEFAULT_TIMEOUT } = options;
  const all = await listHardware(connection, signal);
  const hardware = all.find(({ name }) => name === flavor);
  if (!hardware)
    throw new InputError(`There is no hardware '${flavor}' for jobs`, {
      hint: `Use one of ${all.map(({ name }) => name).join(', ')}.`,
    });
  const { pricePerHour: price } = hardware;
  const hours = (jobTimeout / 3600) * shards.length;
  const existing = await findDataset(connection, dataset, signal);
  const user = (await identify(connection, signal)).name;
  const readers =
    existing && !existing.isPrivate
      ? 'anyone'
      : user === namespace
        ? 'only you'
        : `only members of ${namespace}`;
  const others = files.slice(MAX_NAMED);
  const rest = others.reduce((total, { bytes }) => total + bytes, 0);
  const limit = jobTimeout % 3600 === 0 ? `${jobTimeout / 3600} h` : duration(jobTimeout);
  const lines = [
    `Jobs: ${shards.length} of ${namespace} on ${flavor} (${hardware.description}), for at most ${limit} each`,
    `Price: ${price === undefined ? 'unknown' : `${costText(price)} per hour and job, at most ${costText(price * hours)} in all`}; requests to models are billed as usual`,
    `Dataset: ${dataset}, ${existing ? 'which exists' : 'a new private dataset'}; ${readers} can see it`,
    ...(files.length > 0 ? [`Upload to ${folder.path}:`] : []),
    ...files.slice(0, MAX_NAMED).map(({ name, bytes }) => `  ${name}  ${size(bytes)}`),
    ...(others.length > 0 ? [`  and ${counted(others.length, 'more file')}, ${size(rest)}`] : []),
    `Command: tryout ${jobWords(batch, shards[0]!).map(quote).join(' ')}`,
    'Your token is passed to the jobs as a secret.',
  ];
  // A question needs them, also with --quiet.
  if (options.yes) lines.forEach(call.output.note);
  else call.runtime.errors.write(lines.map((line) => `${visibleLine(line)}\n`).join(''));
}

const quote = (word: string) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** @throws UsageError without a terminal, CanceledError */
async function requireConfirmation({ runtime }: Call, jobs: number, { yes }: HubJobOptions): Promise<void> {
  if (yes) return;
  if (!canConfirm(runtime))
    throw new UsageError('Jobs must be confirmed', { hint: 'Add --yes to start them without a question.' });
  if (!(await confirm(runtime, `Start ${counted(jobs, 'job')}?`))) throw new CanceledError();
}

function jobWords({ command, dataset, folder }: HubBatch, shard: string): readonly string[] {
  const [name = '', ...words] = command.words;
  return [name, `--shard=${shard}`, `--into=${dataset}/${folder.outputOf(shard)}`, ...words];
}

async function startJob(batch: HubBatch, shard: string, revision = 'main'): Promise<HubJob> {
  const { call, connection, namespace, dataset, command, folder, options } = batch;
  const { token, renewal, hubUrl } = connection;
  const { flavor = DEFAULT_FLAVOR, jobTimeout = DEFAULT_TIMEOUT } = options;
  const job = await startHubJob(
    connection,
    namespace,
    {
      dockerImage: IMAGE,
      flavor,
      command: ['sh', '-c', SCRIPT, folder.sourceFolder, ...jobWords(batch, shard)],
      secrets: token === undefined ? {} : { HF_TOKEN: renewal?.latest(token) ?? token },
      labels: { tryout: command.id, source: command.source, shard: shard.replace('/', '-of-') },
      volumes: [{ source: `datasets/${dataset}`, mountPath: '/data', path: folder.path, revision }],
      timeoutSeconds: jobTimeout,
    },
    call.runtime.signal,
  );
  call.output.note(`${shard}  started: ${hubUrl}/jobs/${namespace}/${job.id}`);
  return job;
}

/** Follows a shard until it is finished, and starts its job again when it ends early. @returns what went wrong */
async function supervise(
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
    if (restarts === MAX_RESTARTS || job.stage === 'CANCELED') return `${shard} (${reason})`;
    batch.call.output.note(`${shard}  ended early (${reason}); it continues in a new job`);
    job = await startJob(batch, shard);
    active.set(shard, job);
  }
}

/** Prints the log of a job until its end. */
async function follow(batch: HubBatch, shard: string, job: HubJob): Promise<HubJob> {
  const { call, connection, namespace } = batch;
  const { signal } = call.runtime;
  const ending = new AbortController();
  const abort = () => ending.abort();
  signal.addEventListener('abort', abort, { once: true });
  let [printed, failures] = [0, 0];
  const print = async () => {
    let number = 0;
    for await (const line of followJobLogs(connection, namespace, job.id, ending.signal)) {
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
    signal.removeEventListener('abort', abort);
    ending.abort();
  }
}

/** Adds the lines of all shards to the local output. @returns what they contain */
async function joinOutputs(
  { connection, dataset, folder, call }: HubBatch,
  { task }: BatchSetup,
  journal: BatchOutput,
  shards: readonly string[],
  started: number,
): Promise<BatchSummary> {
  const counts = { done: 0, failed: 0, cost: 0 };
  const models = new Map<string, { model: string; done: number; failed: number }>();
  const causes = new Map<string, number>();
  for (const shard of shards) {
    const path = folder.outputOf(shard);
    const lines = readSavedOutput(connection, dataset, path, task.id, call.runtime.signal);
    for await (const [line, text] of lines) {
      const model = models.get(line.model) ?? { model: line.model, done: 0, failed: 0 };
      models.set(line.model, model);
      const part = line.error ? 'failed' : 'done';
      counts[part] += 1;
      model[part] += 1;
      counts.cost += line.cost ?? 0;
      if (line.error) causes.set(line.error.message, (causes.get(line.error.message) ?? 0) + 1);
      const known = journal.find(line.key);
      if (known !== 'done' && (known === undefined || !line.error))
        await journal.append(JSON.parse(text) as typeof line);
    }
  }
  await folder.downloadMedia();
  const seconds = (performance.now() - started) / 1000;
  const before = { skipped: 0, skippedFailures: 0, paused: 0, checks: new Map() };
  return { ...counts, ...before, seconds, causes, models: [...models.values()] };
}

/** After Ctrl-C: the jobs go on, unless you cancel them. */
async function detach({ call, connection, namespace }: HubBatch, jobs: readonly HubJob[]): Promise<void> {
  const { runtime, output } = call;
  if (isPipeClosed(runtime.signal)) return;
  const { signal: _aborted, ...open } = runtime;
  const question = `Cancel the ${counted(jobs.length, 'job')}? They go on otherwise.`;
  const isCanceled =
    canConfirm(runtime) &&
    (await confirm({ ...open, signal: new AbortController().signal }, question).catch(() => false));
  if (!isCanceled) return output.note(COME_BACK);
  const results = await Promise.allSettled(jobs.map(({ id }) => cancelHubJob(connection, namespace, id)));
  const failed = results.flatMap((result) =>
    result.status === 'rejected' ? [asFailure(result.reason)] : [],
  );
  if (failed.length > 0)
    output.note(`${counted(failed.length, 'job')} could not be canceled: ${failed[0]!.message}`);
  output.note('The rows that are done are in the dataset. Run the same command again to continue.');
}
