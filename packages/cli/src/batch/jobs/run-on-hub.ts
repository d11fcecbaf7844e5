import {
  addCost,
  asFailure,
  cancelHubJob,
  counted,
  identify,
  noCosts,
  CanceledError,
  dollars,
  duration,
  InputError,
  listHardware,
  shellLines,
  size,
  visibleLine,
  type BatchSetup,
  type BatchSummary,
  type Connection,
  type HubJob,
} from '@tryout/engine';
import type { BatchOutput } from '@tryout/engine/node';
import { readSavedOutput, parseInto, describeReaders } from '../dataset-output.ts';
import { BatchError, describeSummary } from '../progress.ts';
import type { Call } from '../../context/context.ts';
import { withHome } from '../../read-argv/paths.ts';
import { finishBatch } from '../run-batch.ts';
import { canConfirm, confirm } from '../../system/confirm.ts';
import { isPipeClosed } from '../../system/signals.ts';
import { getSymbols } from '../../screen/terminal.ts';
import { UsageError } from '../../context/errors.ts';
import { openDatasetFolder } from './job-folder.ts';
import {
  supervise,
  cancelOutdated,
  getShard,
  getShardCount,
  isCurrent,
  listJobsOf,
  startJob,
  DEFAULT_FLAVOR,
  DEFAULT_TIMEOUT,
  getJobWords,
  type HubBatch,
  type HubJobOptions,
} from './jobs.ts';
import { createJobCommand, type CommandOptions } from './job-command.ts';

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
  const readers = await describeReaders(connection, dataset, signal);
  const limit = jobTimeout % 3600 === 0 ? `${jobTimeout / 3600} h` : duration(jobTimeout);
  const lines = [
    `Jobs: ${shards.length} of ${namespace} on ${flavor} (${hardware.description}), for at most ${limit} each`,
    `Price: ${price === undefined ? 'unknown' : `${dollars(price)} per hour and job, at most ${dollars(price * hours)} in all`}; requests to models are billed as usual`,
    `Dataset: ${readers}`,
    ...(files.length > 0 ? [`Upload to ${folder.path}:`] : []),
    ...files.map(({ name, bytes }) => `  ${name}  ${size(bytes)}`),
    `Command: tryout ${getJobWords(batch, shards[0]!).map(quote).join(' ')}`,
    'Your token is passed to the jobs as a secret.',
  ];
  // A question needs them, also with --quiet.
  if (options.yes) lines.forEach(call.output.note);
  else call.runtime.errors.write(lines.map((line) => `${visibleLine(line)}\n`).join(''));
}

/** `shellWord` would also quote `=`. */
const quote = (word: string) => (/^[\w./:=@%+,-]+$/.test(word) ? word : shellLines(word));

/** @throws UsageError without a terminal, CanceledError */
async function requireConfirmation({ runtime }: Call, jobs: number, { yes }: HubJobOptions): Promise<void> {
  if (yes) return;
  if (!canConfirm(runtime))
    throw new UsageError('Jobs must be confirmed', { hint: 'Add --yes to start them without a question.' });
  if (!(await confirm(runtime, `Start ${counted(jobs, 'job')}?`))) throw new CanceledError();
}

const COME_BACK = 'The jobs go on. Run the same command again to come back to them.';

/**
 * Runs a batch on jobs of the Hub: starts those of shards that are not finished, follows them, and joins their outputs.
 * The dataset `--into` and the labels of the jobs are the state, so that the same command continues.
 */
export async function runOnHub(
  call: Call,
  connection: Connection,
  setup: BatchSetup,
  given: Pick<CommandOptions, 'paths' | 'typed' | 'mediaRoot'>,
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
  const { name: user } = await identify(connection, signal);
  const command = await createJobCommand(call, connection, { ...given, setup, dataset, user });
  const folder = await openDatasetFolder(connection, dataset, command, withHome(options.output!), signal);
  const { maxCost } = setup;
  const batch: HubBatch = {
    ...{ call, connection, namespace, user, dataset, command, folder, options, maxCost },
  };
  const earlier = [...(await listJobsOf(batch))].reverse();
  // Rows belong to shards, so another number of them would repeat what is done.
  const count = folder.shardCount ?? (earlier[0] ? getShardCount(getShard(earlier[0])) : jobs);
  if (count !== jobs)
    output.note(`This batch has ${counted(count, 'job')} since its start, and continues with them.`);
  const shards = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);
  const active = new Map<string, HubJob>();
  try {
    for (const job of earlier) {
      const shard = getShard(job);
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
      [...active].map(async ([shard, job]) => {
        const problem = await supervise(batch, shard, job, active);
        active.delete(shard);
        return problem;
      }),
    );
    const summary = await joinOutputs(batch, setup, journal, shards, started);
    await journal.close(summary);
    const failures = problems.flatMap((problem) => problem ?? []);
    if (failures.length === 0) return await finishBatch(call, summary, options);
    describeSummary(summary, getSymbols(output.errorTerminal).separator).forEach(output.note);
    const message = `${counted(failures.length, 'job')} did not finish: ${failures.join('; ')}`;
    throw new BatchError(message, 'Run the same command again to continue.');
  } catch (error) {
    if (active.size > 0 && signal.aborted) await detach(batch, [...active.values()]);
    else if (active.size > 0) output.note(COME_BACK);
    throw error;
  }
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

/** Adds the lines of all shards to the local output. @returns what they contain */
async function joinOutputs(
  { connection, dataset, folder, call }: HubBatch,
  { task }: BatchSetup,
  journal: BatchOutput,
  shards: readonly string[],
  started: number,
): Promise<BatchSummary> {
  const counts = { done: 0, failed: 0 };
  let costs = noCosts;
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
      costs = addCost(costs, line);
      // With what reports do not need.
      const all = JSON.parse(text) as typeof line;
      const cause = all.error && String(all.error.code ?? all.error.message);
      if (cause !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + 1);
      const known = journal.find(line.key);
      if (known !== 'done' && (known === undefined || !line.error)) await journal.append(all);
    }
  }
  await folder.downloadMedia();
  const seconds = (performance.now() - started) / 1000;
  const before = { uncounted: 0, skipped: 0, skippedFailures: 0, paused: 0, checks: new Map() };
  return { ...counts, ...costs, ...before, seconds, causes, models: [...models.values()] };
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
