import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import {
  counted,
  createMapping,
  fieldKinds,
  getChunks,
  getFileField,
  getMessage,
  HUB_URL,
  INFERENCE_URL,
  InputError,
  isBatchTable,
  isFileField,
  isHubSource,
  isListField,
  isPromptFile,
  isRemoteFile,
  type BatchSetup,
  type BatchSource,
  type Connection,
  type Field,
  type Mapping,
  type Task,
  whyBroken,
} from '@tryout/engine';
import { checkFile, checkInput, sourceFromPath, splitGlob, type CheckedFile } from '@tryout/engine/node';
import type { Call } from '../../context/context.ts';
import { UsageError } from '../../context/errors.ts';
import type { TypedOption } from '../../context/options.ts';
import { withHome } from '../../read-argv/paths.ts';
import { parseWord } from '../../read-argv/read-field.ts';
import { fieldOptions } from '../../read-argv/options.ts';

/** The command of a batch as its jobs run it, and the files that travel with it. */
export interface JobCommand {
  /** Without the shard, its part of the highest cost, and the output. */
  readonly words: readonly string[];
  /** Files by their paths below the folder in which the command runs. They refuse to be read after a change. */
  readonly files: ReadonlyMap<string, Blob>;
  /** The same for batches of one user that write the same output to one dataset. */
  readonly id: string;
  /** The same for equal rows. */
  readonly source: string;
}

/** Options of the command that starts the jobs. */
const localOptions = new Set(
  [
    'output',
    'into',
    'hub-jobs',
    'flavor',
    'job-timeout',
    'yes',
    'expected',
    'map',
    'answer',
    'max-cost',
    'help',
  ].map((name) => `--${name}`),
);
/** Options that change how a batch runs, or how much of it, but not its output so far. */
const limits = new Set(['--limit', '--sample', '--seed', '--retry-errors', '--concurrency']);

const digest = (...parts: readonly (string | undefined)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

export interface CommandOptions {
  readonly setup: BatchSetup;
  readonly paths: readonly string[];
  readonly typed: readonly TypedOption[];
  readonly dataset: string;
  /** The user's name on the hub. */
  readonly user: string;
  readonly mediaRoot?: string | undefined;
}

/** @throws UsageError for files that cannot travel */
export async function createJobCommand(
  call: Call,
  connection: Connection,
  { setup, paths, typed, dataset, user, mediaRoot }: CommandOptions,
): Promise<JobCommand> {
  const { options } = call;
  const { task, candidates } = setup;
  const places = createPlaces();
  const sources: string[] = [];
  for (const path of paths) sources.push(await placeSource(places, call, connection, setup, path, mediaRoot));
  const own: string[] = [];
  const limiting: string[] = [];
  for (const [flag, value] of typed) {
    if (localOptions.has(flag)) continue;
    const path = value === undefined ? undefined : findPath(task, flag, value, options.literal);
    // All files of the jobs are permitted: they are below the current folder there.
    const placed =
      flag === '--media-root'
        ? '.'
        : value === undefined || path === undefined
          ? value
          : await places.placeValue(value, path);
    (limits.has(flag) ? limiting : own).push(placed === undefined ? flag : `${flag}=${placed}`);
  }
  // Jobs do not have the settings of this machine.
  const has = (flag: string) => typed.some(([each]) => each === flag);
  const [{ place, name }] = candidates as [(typeof candidates)[number]];
  if (!has('--model') && !has('--endpoint-url')) own.push(`--model=${name}`);
  if (!has('--provider') && place.provider && !candidates.some((each) => each.name.includes(':')))
    own.push(`--provider=${place.provider}`);
  if (!has('--bill-to') && setup.run.billTo) own.push(`--bill-to=${setup.run.billTo}`);
  if (options.literal) own.push('--literal');
  if (options.timeout !== undefined) limiting.push(`--timeout=${options.timeout}`);
  const { hubUrl, inferenceUrl } = connection;
  const servers = [
    ...(hubUrl === HUB_URL ? [] : [`--hub-url=${hubUrl}`]),
    ...(inferenceUrl === INFERENCE_URL ? [] : [`--inference-url=${inferenceUrl}`]),
  ];
  const hashes: string[] = [];
  for (const [target, file] of places.files) hashes.push(`${target} ${await hashFile(file)}`);
  return {
    words: ['batch', ...own, ...limiting, ...servers, '--', task.id, ...sources],
    files: places.files,
    id: digest(dataset, user, task.id, ...sources, ...own),
    source: digest(String(setup.limit), JSON.stringify(setup.sample), ...hashes.sort()),
  };
}

/** The path that the value of an option is, or may be; undefined for a text. */
function findPath(task: Task, flag: string, value: string, literal = false): string | undefined {
  const name = flag.slice('--'.length);
  if (name === 'schema') return value;
  const option = fieldOptions([task]).find((each) => each.name === name);
  if (!option && name !== 'prompt' && name !== 'system') return undefined;
  if (option && isFileField(option.field)) return value;
  if (name === 'prompt' && !literal && isPromptFile(value)) return value.replace(/^@/, '');
  const word = parseWord(value, literal);
  if ('text' in word) return undefined;
  // System prompts and templates name files only as `@FILE`, and entries of lists also by what looks like a path.
  const isPath = option ? word.mustExist || !isListField(option.field) : word.isNamed;
  return isPath ? word.path : undefined;
}

async function hashFile(file: Blob): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of getChunks(file.stream())) hash.update(chunk);
  return hash.digest('hex');
}

type Places = ReturnType<typeof createPlaces>;

/** Places files as they are below the current folder, and others in folders of their own. */
function createPlaces() {
  const files = new Map<string, CheckedFile>();
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
  /** @param file undefined if it is not uploaded */
  const put = (target: string, file: CheckedFile | undefined): void => {
    if (!file) return;
    const other = files.get(target);
    if (target.startsWith('..') || (other && resolve(other.path) !== resolve(file.path)))
      throw new UsageError(`${file.path} has no place in the folder that jobs get`, {
        hint: 'Use paths of files next to the table, or below it.',
      });
    files.set(target, file);
  };
  return {
    files,
    place,
    put,
    /** The value of an option that may name a file, with the file's place. */
    async placeValue(value: string, path: string): Promise<string> {
      const stats = await stat(withHome(path)).catch(() => undefined);
      if (!stats?.isFile()) return value;
      put(place(path), await checkFile(withHome(path), Infinity));
      return value.slice(0, value.length - path.length) + place(path);
    },
  };
}

/** @returns the source's place, or pattern */
async function placeSource(
  { put, place }: Places,
  { runtime: { signal }, output }: Call,
  connection: Connection,
  setup: BatchSetup,
  typed: string,
  mediaRoot: string | undefined,
): Promise<string> {
  const path = withHome(typed);
  const { task } = setup;
  const [, fileField] = getFileField(task);
  const opened = await sourceFromPath(path, task, connection, { mediaRoot, signal });
  const refusals: InputError[] = [];
  /** What may not be read is an error of its row in the job. */
  const check = async (name: string, field: Field) => {
    try {
      return await checkInput(name, field, opened.permission);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refusals.push(error);
      return undefined;
    }
  };
  const placed = await placeAll();
  if (refusals.length > 0)
    output.note(
      `${counted(refusals.length, 'file')} of ${typed} will not be uploaded. The first one: ${getMessage(refusals[0])}`,
    );
  return placed;

  async function placeAll(): Promise<string> {
    if (isHubSource(path)) {
      if (mediaRoot !== undefined) await placeMedia('.');
      return path;
    }
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile()) {
      const isTable = isBatchTable(path, task);
      put(place(path), isTable ? await checkFile(path, Infinity) : await check(path, fileField));
      if (isTable) await placeMedia(posix.dirname(place(path)));
      return place(path);
    }
    const { folder, pattern } = stats ? { folder: path, pattern: '' } : splitGlob(path);
    const target = folder === '.' ? '' : place(folder);
    for (const name of opened.files)
      put(posix.join(target, relative(folder, name).split(sep).join('/')), await check(name, fileField));
    return [target, pattern].filter(Boolean).join('/') || '.';
  }

  /** Places the files that cells name where the jobs look: next to the table, then below the current folder. */
  async function placeMedia(folder: string): Promise<void> {
    for await (const { cell, field } of mediaCells(opened.source, setup, signal)) {
      const file = await check(cell, field);
      const isBeside = file?.path === join(dirname(path), cell);
      if (file && isAbsolute(cell))
        throw new UsageError(`${typed} names ${cell}, which jobs cannot find`, {
          hint: 'Use paths relative to the table or to --media-root.',
        });
      put(posix.join(isBeside ? folder : '.', cell), file);
    }
  }
}

/** The paths of files in a table, with their fields. */
async function* mediaCells(source: BatchSource, setup: BatchSetup, signal: AbortSignal) {
  const { fields } = setup.task;
  if (!Object.values(fields).some(({ kind }) => fieldKinds[kind].media)) return;
  let mapping: Mapping | undefined;
  for await (const row of source.rows(signal)) {
    if (whyBroken(row)) continue;
    mapping ??= createMapping(Object.keys(row), setup);
    for (const { field, column } of mapping.fields) {
      const cell = row[column];
      const isFile = typeof cell === 'string' && cell !== '' && !isRemoteFile(cell);
      if (isFile && fieldKinds[fields[field]!.kind].media) yield { cell, field: fields[field]! };
    }
  }
}
