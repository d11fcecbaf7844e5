import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import {
  createMapping,
  fieldKinds,
  HUB_URL,
  INFERENCE_URL,
  isHubSource,
  isParquetFile,
  isRowFile,
  type BatchSetup,
  type BatchSource,
  type Connection,
  type Mapping,
} from '@tryout/engine';
import { isGlob, sourceFromPath } from '@tryout/engine/node';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import type { TypedOption } from '../context/options.ts';
import { withHome } from '../files/paths.ts';
import { fieldOptions } from '../run/options.ts';

/** The command of a batch as its jobs run it, and the files that travel with it. */
export interface JobCommand {
  /** Without the shard, its part of the highest cost, and the output. */
  readonly words: readonly string[];
  /** Paths of files on this machine, by their paths below the folder in which the command runs. */
  readonly files: ReadonlyMap<string, string>;
  /** The same for batches of one user that write the same output to one dataset. */
  readonly id: string;
  /** The same for equal rows. */
  readonly source: string;
}

/** Options of the command that starts the jobs. */
const localOptions = new Set(
  ['output', 'into', 'hub-jobs', 'flavor', 'job-timeout', 'yes', 'label', 'max-cost', 'help'].map(
    (name) => `--${name}`,
  ),
);
/** Options that change how a batch runs, or how much of it, but not its output so far. */
const limits = new Set(['--limit', '--retry-errors', '--concurrency']);

const digest = (...parts: readonly (string | undefined)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

interface CommandOptions {
  readonly setup: BatchSetup;
  readonly paths: readonly string[];
  readonly typed: readonly TypedOption[];
  readonly dataset: string;
  /** The user's name on the hub. */
  readonly user: string;
}

/** @throws UsageError for files that cannot travel */
export async function createJobCommand(
  { options, runtime: { signal } }: Call,
  connection: Connection,
  { setup, paths, typed, dataset, user }: CommandOptions,
): Promise<JobCommand> {
  const { task, candidates } = setup;
  const places = createPlaces();
  const sources: string[] = [];
  for (const path of paths)
    sources.push(isHubSource(path) ? path : await placeSource(places, connection, setup, path, signal));
  const fileOptions = ['prompt', 'schema', 'system', ...fieldOptions([task]).map(({ name }) => name)];
  const own: string[] = [];
  const limiting: string[] = [];
  for (const [flag, value] of typed) {
    if (localOptions.has(flag)) continue;
    const mayBeFile = fileOptions.includes(flag.slice(2)) && (!options.literal || flag === '--schema');
    const placed = value !== undefined && mayBeFile ? await places.placeValue(value) : value;
    (limits.has(flag) ? limiting : own).push(placed === undefined ? flag : `${flag}=${placed}`);
  }
  // Jobs do not have the settings of this machine.
  const has = (flag: string) => typed.some(([each]) => each === flag);
  const [{ destination, name }] = candidates as [(typeof candidates)[number]];
  if (!has('--model') && !has('--endpoint-url')) own.push(`--model=${name}`);
  if (!has('--provider') && destination.provider && !candidates.some((each) => each.name.includes(':')))
    own.push(`--provider=${destination.provider}`);
  if (!has('--bill-to') && setup.run.billTo) own.push(`--bill-to=${setup.run.billTo}`);
  if (options.literal) own.push('--literal');
  if (options.timeout !== undefined) limiting.push(`--timeout=${options.timeout}`);
  const { hubUrl, inferenceUrl } = connection;
  const servers = [
    ...(hubUrl === HUB_URL ? [] : [`--hub-url=${hubUrl}`]),
    ...(inferenceUrl === INFERENCE_URL ? [] : [`--inference-url=${inferenceUrl}`]),
  ];
  const hashes = await Promise.all(
    [...places.files].sort().map(async ([target, path]) => `${target} ${await hashFile(path)}`),
  );
  return {
    words: ['batch', ...own, ...limiting, ...servers, '--', task.id, ...sources],
    files: places.files,
    id: digest(dataset, user, task.id, ...sources, ...own),
    source: digest(String(setup.limit), ...hashes),
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

type Places = ReturnType<typeof createPlaces>;

/** Places files as they are below the current folder, and others in folders of their own. */
function createPlaces() {
  const files = new Map<string, string>();
  const outside = new Map<string, string>();
  const place = (path: string): string => {
    const absolute = resolve(withHome(path));
    const inside = relative('', absolute);
    if (inside !== '' && !isAbsolute(inside) && inside.split(sep)[0] !== '..')
      return inside.split(sep).join('/');
    const parent = dirname(absolute);
    if (!outside.has(parent)) outside.set(parent, `outside-${outside.size + 1}`);
    return posix.join(outside.get(parent)!, basename(parent), basename(absolute));
  };
  return {
    files,
    place,
    /** The value of an option that may name a file, also as `@FILE`. */
    async placeValue(value: string): Promise<string> {
      const [, prefix = '', path = ''] = /^(@?)(.*)$/s.exec(value) ?? [];
      const stats = await stat(withHome(path)).catch(() => undefined);
      if (!stats?.isFile()) return value;
      files.set(place(path), withHome(path));
      return prefix + place(path);
    },
  };
}

/** @returns the source's place, or pattern */
async function placeSource(
  { files, place }: Places,
  connection: Connection,
  setup: BatchSetup,
  typed: string,
  signal: AbortSignal,
): Promise<string> {
  const path = withHome(typed);
  const opened = await sourceFromPath(path, setup.task, connection);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) {
    files.set(place(path), path);
    if (isRowFile(path) || isParquetFile(path))
      for await (const cell of mediaCells(opened.source, setup, signal)) await placeBeside(path, cell);
    return place(path);
  }
  const parts = path.split('/');
  const end = stats ? parts.length : parts.findIndex(isGlob);
  const folder = parts.slice(0, end).join('/');
  const target = folder === '' ? '' : place(folder);
  for (const file of opened.files)
    files.set(posix.join(target, relative(folder, file).split(sep).join('/')), file);
  return [target, ...parts.slice(end)].filter(Boolean).join('/');

  /** A file that a cell names: relative to the table, or else to the current folder. */
  async function placeBeside(table: string, cell: string) {
    const isBeside = await stat(resolve(dirname(table), cell)).catch(() => undefined);
    if (!isBeside && !(await stat(cell).catch(() => undefined))) return;
    const to = isBeside ? posix.join(posix.dirname(place(table)), cell) : posix.normalize(cell);
    if (isAbsolute(cell) || to.startsWith('..'))
      throw new UsageError(`${typed} names ${cell}, which is outside the folder that jobs get`, {
        hint: 'Use paths of files next to the table, or below it.',
      });
    files.set(to, isBeside ? join(dirname(table), cell) : cell);
  }
}

/** The paths of files in a table. */
async function* mediaCells(source: BatchSource, setup: BatchSetup, signal: AbortSignal) {
  const { fields } = setup.task;
  if (!Object.values(fields).some(({ kind }) => fieldKinds[kind].media)) return;
  let mapping: Mapping | undefined;
  for await (const row of source.rows(signal)) {
    mapping ??= createMapping(Object.keys(row), setup);
    for (const { field, column } of mapping.fields) {
      const cell = row[column];
      const isFile = typeof cell === 'string' && cell !== '' && !/^https?:\/\//i.test(cell);
      if (isFile && fieldKinds[fields[field]!.kind].media) yield cell;
    }
  }
}
