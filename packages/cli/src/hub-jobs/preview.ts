import {
  CanceledError,
  counted,
  dollars,
  duration,
  findDataset,
  identify,
  InputError,
  listHardware,
  shellLines,
  size,
  visibleLine,
} from '@tryout/engine';
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

/** Files of a preview. */
const MAX_NAMED = 10;

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
    `Price: ${price === undefined ? 'unknown' : `${dollars(price)} per hour and job, at most ${dollars(price * hours)} in all`}; requests to models are billed as usual`,
    `Dataset: ${dataset}, ${existing ? 'which exists' : 'a new private dataset'}; ${readers} can see it`,
    ...(files.length > 0 ? [`Upload to ${folder.path}:`] : []),
    ...files.slice(0, MAX_NAMED).map(({ name, bytes }) => `  ${name}  ${size(bytes)}`),
    ...(others.length > 0 ? [`  and ${counted(others.length, 'more file')}, ${size(rest)}`] : []),
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
