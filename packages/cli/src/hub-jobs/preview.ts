import {
  CanceledError,
  counted,
  dollars,
  duration,
  InputError,
  listHardware,
  shellLines,
  size,
  visibleLine,
} from '@tryout/engine';
import { describeReaders } from '../batch/into.ts';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { canConfirm, confirm } from '../system/confirm.ts';
import {
  DEFAULT_FLAVOR,
  DEFAULT_TIMEOUT,
  getJobWords,
  type HubBatch,
  type HubJobOptions,
} from './hub-batch.ts';

/** What happens, before anything does. @throws InputError for unknown hardware */
export async function preview(
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
export async function requireConfirmation(
  { runtime }: Call,
  jobs: number,
  { yes }: HubJobOptions,
): Promise<void> {
  if (yes) return;
  if (!canConfirm(runtime))
    throw new UsageError('Jobs must be confirmed', { hint: 'Add --yes to start them without a question.' });
  if (!(await confirm(runtime, `Start ${counted(jobs, 'job')}?`))) throw new CanceledError();
}
