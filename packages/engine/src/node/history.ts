import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isFailure } from '../errors/index.ts';
import { size } from '../format/index.ts';
import {
  defaultHistoryLimits,
  toHistoryEntry,
  getFiles,
  HistoryError,
  matches,
  MAX_MEDIA,
  MAX_RUN_FILE,
  parseRunFile,
  runFileText,
  type History,
  type HistoryEntry,
  type HistoryLimits,
  type StoredRun,
} from '../stored/index.ts';
import { fileLock } from './file-lock.ts';
import { readIfPresent } from './files.ts';
import {
  appendSafely,
  isId,
  isMediaName,
  mayMatch,
  newestFirst,
  newestWithin,
  readIndex,
  type IndexedRun,
} from './history-index.ts';
import {
  createFolder,
  getFileReason,
  isAbandoned,
  removeFile,
  removeFiles,
  replace,
} from './private-file.ts';

const INDEX = 'index.jsonl';
const LOCK = 'index.lock';
const ENDING = '.run.json';
/** Full limits leave this much, so that not every run deletes files. */
const KEPT_SHARE = 0.9;

/**
 * A history in a folder: `index.jsonl` with a line per run, `runs/{ID}.run.json` and `media/{SHA-256}`. The line is
 * written last, so a killed process leaves nothing but files that the next recording removes. Writers hold a lock.
 * Files with other names are never removed.
 * @param note called once if the index is damaged
 */
export function fileHistory(
  folder: string,
  limits = defaultHistoryLimits,
  note: (text: string) => void = () => undefined,
): History {
  const index = join(folder, INDEX);
  const runs = join(folder, 'runs');
  const media = join(folder, 'media');
  const lock = fileLock(join(folder, LOCK));
  const runPath = (id: string) => join(runs, `${id}${ENDING}`);
  let isNoted = false;
  const noteDamage = (outcome: string) => {
    if (!isNoted) note(`${index} had damaged lines. ${outcome}`);
    isNoted = true;
  };

  function write<Result>(work: () => Promise<Result>): Promise<Result> {
    return withReason(`Could not write to the history in ${folder}`, async () => {
      for (const each of [folder, runs, media]) await createFolder(each);
      return lock(work);
    });
  }

  /** Stores the files of a run, then its line. @returns the text of the index */
  async function record({ run, media: blobs }: StoredRun, output: string): Promise<string> {
    const text = runFileText(run);
    const bytes = Buffer.byteLength(text);
    const files = new Map(getFiles(run).map(({ sha256 }) => [sha256, blobs.get(sha256)]));
    const sizes = Object.fromEntries([...files].flatMap(([name, blob]) => (blob ? [[name, blob.size]] : [])));
    const total = Object.values(sizes).reduce((sum, each) => sum + each, bytes);
    if (total > limits.bytes)
      throw new HistoryError(`The run is too large for the history: ${size(total)}`, {
        hint: `The history holds at most ${size(limits.bytes)}.`,
      });
    const before = await readIndex(index);
    const written: string[] = [];
    const isNew = (await sizeOf(runPath(run.id))) === undefined;
    try {
      for (const [name, blob] of files) {
        const path = join(media, name);
        if (!blob || (await sizeOf(path)) === blob.size) continue;
        await replace(path, blob.stream());
        written.push(path);
      }
      await replace(runPath(run.id), text);
      if (isNew) written.push(runPath(run.id));
      const line = toLine({ ...toHistoryEntry(run, output), bytes, media: sizes });
      if (newestFirst(line, () => undefined).next().done)
        throw new Error('its line in the index could not be read again');
      // A killed process may have left an incomplete line.
      const added = before === '' || before.endsWith('\n') ? line : `\n${line}`;
      await appendSafely(index, added);
      return before + added;
    } catch (error) {
      for (const path of written) await rm(path, { force: true });
      throw error;
    }
  }

  async function get(id: string, withMedia = true): Promise<StoredRun | undefined> {
    if (!isId(id)) return undefined;
    const text = await readStored(runPath(id), MAX_RUN_FILE);
    if (text === undefined) return undefined;
    const run = parseStored(text.toString(), id);
    const blobs = new Map<string, Blob>();
    for (const { sha256, type } of withMedia ? getFiles(run) : []) {
      const bytes = await readStored(join(media, sha256), MAX_MEDIA).catch(() => undefined);
      if (bytes) blobs.set(sha256, new Blob([bytes], { type }));
    }
    return { run, media: blobs };
  }

  /** A line with the sizes of its files. */
  async function measure(line: IndexedRun): Promise<IndexedRun> {
    const sizes = Object.keys(line.media).map(
      async (name) => [name, await sizeOf(join(media, name))] as const,
    );
    const present = (await Promise.all(sizes)).filter(([, size]) => size !== undefined);
    const bytes = (await sizeOf(runPath(line.id))) ?? 0;
    return { ...line, bytes, media: Object.fromEntries(present) as IndexedRun['media'] };
  }

  async function createLine(id: string): Promise<IndexedRun | undefined> {
    const stored = await get(id).catch(() => undefined);
    if (!stored) return undefined;
    // Rarely needed, and larger than the rest.
    const { storedOutput } = await import('../stored/describe-run.ts');
    const entry = toHistoryEntry(stored.run, await storedOutput(stored));
    const names = [...stored.media.keys()].map((name) => [name, 0]);
    return measure({ ...entry, id, bytes: 0, media: Object.fromEntries(names) as IndexedRun['media'] });
  }

  /**
   * The runs of an index, the newest first. If lines are damaged or the index was lost, adds those of the run files.
   * @param added the number of runs that were just recorded
   */
  async function readRuns(text: string, added: 0 | 1) {
    let isDamaged = false;
    const lines = [...newestFirst(text, () => (isDamaged = true))];
    const all = withoutRepeats(lines);
    const hasRepeats = all.length < lines.length;
    if (!isDamaged && !hasRepeats && all.length > added) return { all, isRebuilt: false };
    const ids = new Set(all.map(({ id }) => id));
    for (const name of await readdir(runs)) {
      const id = name.slice(0, -ENDING.length);
      const line = isRunName(name) && !ids.has(id) ? await createLine(id) : undefined;
      if (line) all.push(line);
    }
    const isRebuilt = isDamaged || all.length > ids.size;
    if (isRebuilt) noteDamage('They were rebuilt from the run files.');
    return {
      all: all.sort((one, other) => (one.id < other.id ? 1 : -1)),
      isRebuilt: isRebuilt || hasRepeats,
    };
  }

  function writeIndex(remaining: readonly IndexedRun[]): Promise<void> {
    return replace(index, remaining.toReversed().map(toLine).join(''));
  }

  /** Removes the files of all other runs, and those of killed processes. */
  async function removeOthers(remaining: readonly IndexedRun[]): Promise<void> {
    const used = new Set(remaining.flatMap((run) => [`${run.id}${ENDING}`, ...Object.keys(run.media)]));
    const isOther = (isOwn: (name: string) => boolean) => (name: string) =>
      isAbandoned(name, isOwn) || (isOwn(name) && !used.has(name));
    await removeFiles(folder, (name) => isAbandoned(name, (file) => file === INDEX || file === LOCK));
    await removeFiles(runs, isOther(isRunName));
    await removeFiles(media, isOther(isMediaName));
  }

  return {
    add: (run, output) =>
      write(async () => {
        const { all, isRebuilt } = await readRuns(await record(run, output), 1);
        const fits = (lines: readonly IndexedRun[], max: HistoryLimits) =>
          newestWithin(lines, max).length === lines.length;
        // The files decide, since lines may have wrong sizes.
        const isSized = fits(all, { ...limits, runs: Infinity });
        const measured = isSized ? all : await Promise.all(all.map(measure));
        const target = { runs: limits.runs * KEPT_SHARE, bytes: limits.bytes * KEPT_SHARE };
        const remaining = fits(measured, limits) ? measured : newestWithin(measured, target);
        if (isRebuilt || remaining !== all) await writeIndex(remaining);
        await removeOthers(remaining);
      }),

    list: (filter = {}) =>
      withReason(`Could not read the history in ${folder}`, async () => {
        const { limit = Infinity } = filter;
        const isWanted = filter.search ? mayMatch(filter.search) : undefined;
        const entries: HistoryEntry[] = [];
        const listed = new Set<string>();
        const onDamage = () => noteDamage('They were skipped. The next run that is recorded rebuilds them.');
        for (const line of newestFirst(await readIndex(index), onDamage, isWanted)) {
          if (entries.length >= limit) break;
          if (!matches(line, filter) || listed.has(line.id)) continue;
          listed.add(line.id);
          const { bytes: _bytes, media: _media, ...entry } = line;
          entries.push(entry);
        }
        return entries;
      }),

    get,

    async media(sha256) {
      const bytes = isMediaName(sha256) ? await readStored(join(media, sha256), MAX_MEDIA) : undefined;
      return bytes && new Blob([bytes]);
    },

    remove: (ids) =>
      write(async () => {
        const { all } = await readRuns(await readIndex(index), 0);
        const remaining = all.filter(({ id }) => !ids.includes(id));
        await writeIndex(remaining);
        await removeOthers(remaining);
      }),

    clear: () =>
      write(async () => {
        await removeOthers([]);
        await removeFile(index);
        // Unless they have other files.
        for (const each of [runs, media]) await rmdir(each).catch(() => undefined);
      }),
  };
}

/** The newest line of each run: one that was recorded again has several. */
function withoutRepeats(lines: readonly IndexedRun[]): IndexedRun[] {
  const newest = new Map<string, IndexedRun>();
  for (const line of lines) if (!newest.has(line.id)) newest.set(line.id, line);
  return [...newest.values()];
}

const isRunName = (name: string) => name.endsWith(ENDING) && isId(name.slice(0, -ENDING.length));

/** Undefined if there is no such file. */
async function sizeOf(path: string): Promise<number | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() ? stats.size : undefined;
}

function toLine(run: IndexedRun): string {
  return `${JSON.stringify(run)}\n`;
}

/** Undefined if there is no such file. @throws HistoryError, also for links, pipes and devices, which are not ours */
function readStored(path: string, max: number) {
  return withReason(`Could not read ${path}`, async () => {
    if ((await lstat(path).catch(() => undefined))?.isFile() === false)
      throw new Error('it is not a regular file');
    return readIfPresent(path, max);
  });
}

function parseStored(text: string, id: string) {
  try {
    return parseRunFile(text, `Run ${id}`);
  } catch (cause) {
    throw new HistoryError(`Run ${id} in the history is damaged`, {
      hint: `Remove it with tryout history rm ${id}.`,
      cause,
    });
  }
}

/** Rewords errors of the file system. @param failure what failed, without a period */
async function withReason<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    const reason = getFileReason(cause);
    const step = /full/.test(reason) ? 'Free some space' : 'Make sure its files are readable and writable';
    throw new HistoryError(`${failure} (${reason})`, {
      hint: `${step}, or turn the history off with tryout config set history off.`,
      cause,
    });
  }
}
