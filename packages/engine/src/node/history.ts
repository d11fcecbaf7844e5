import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
  type StoredRun,
} from '../runs/index.ts';
import { fileLock } from './file-lock.ts';
import { readIfPresent } from './files.ts';
import {
  appendSafely,
  mayMatch,
  newestFirst,
  newestWithin,
  readIndex,
  type IndexedRun,
} from './history-index.ts';
import { closeFolder, FOLDER_MODE, removeAbandoned, replace } from './private-file.ts';

const LOCK = 'index.lock';
/** Full limits leave this much, so that not every run deletes files. */
const KEPT_SHARE = 0.9;

/**
 * A history in a private folder: `index.jsonl` with a line per run, `runs/{ID}.run.json` and `media/{SHA-256}`. The line
 * is written last, so a killed process leaves nothing but files that are removed later. Writers hold a lock.
 */
export function fileHistory(folder: string, limits = defaultHistoryLimits): History {
  const index = join(folder, 'index.jsonl');
  const runs = join(folder, 'runs');
  const media = join(folder, 'media');
  const lock = fileLock(join(folder, LOCK));
  const runPath = (id: string) => join(runs, `${id}.run.json`);

  function write<Result>(work: () => Promise<Result>): Promise<Result> {
    return withReason(`Could not write to the history in ${folder}`, async () => {
      for (const each of [folder, runs, media]) await mkdir(each, { recursive: true, mode: FOLDER_MODE });
      await closeFolder(folder);
      return lock(work);
    });
  }

  /** Stores the files of a run, then its line. @returns the text of the index */
  async function record({ run, media: blobs }: StoredRun, output: string): Promise<string> {
    const text = runFileText(run);
    const bytes = Buffer.byteLength(text);
    const own = new Map(getFiles(run).map(({ sha256 }) => [sha256, blobs.get(sha256)]));
    const sizes = Object.fromEntries([...own].flatMap(([name, blob]) => (blob ? [[name, blob.size]] : [])));
    const total = Object.values(sizes).reduce((sum, each) => sum + each, bytes);
    if (total > limits.bytes)
      throw new HistoryError(`The run is too large for the history: ${size(total)}`, {
        hint: `The history holds at most ${size(limits.bytes)}.`,
      });
    const before = await readIndex(index);
    const written: string[] = [];
    try {
      for (const [name, blob] of own) {
        const path = join(media, name);
        if (!blob || (await isStored(path, blob.size))) continue;
        await replace(path, blob.stream());
        written.push(path);
      }
      await replace(runPath(run.id), text);
      written.push(runPath(run.id));
      const line = toLine({ ...toHistoryEntry(run, output), bytes, media: sizes });
      // A killed process may have left an incomplete line.
      const added = before === '' || before.endsWith('\n') ? line : `\n${line}`;
      await appendSafely(index, added);
      return before + added;
    } catch (error) {
      for (const path of written) await rm(path, { force: true });
      throw error;
    }
  }

  /** Keeps some runs, and deletes all other files. @param kept the newest first */
  async function keep(kept: readonly IndexedRun[]): Promise<void> {
    await removeAbandoned(index);
    await replace(index, kept.toReversed().map(toLine).join(''));
    const used = new Set(kept.flatMap((run) => [`${run.id}.run.json`, ...Object.keys(run.media)]));
    for (const parent of [runs, media]) {
      for (const name of await readdir(parent))
        if (!used.has(name)) await rm(join(parent, name), { force: true });
    }
  }

  return {
    add: (run, output) =>
      write(async () => {
        const all = [...newestFirst(await record(run, output))];
        if (newestWithin(all, limits).length === all.length) return;
        const target = { runs: limits.runs * KEPT_SHARE, bytes: limits.bytes * KEPT_SHARE };
        await keep(newestWithin(all, target));
      }),

    list: (filter = {}) =>
      withReason(`Could not read the history in ${folder}`, async () => {
        const { limit = Infinity } = filter;
        const isWanted = filter.search ? mayMatch(filter.search) : undefined;
        const entries: HistoryEntry[] = [];
        for (const line of newestFirst(await readIndex(index), isWanted)) {
          if (entries.length >= limit) break;
          if (!matches(line, filter)) continue;
          const { bytes: _bytes, media: _media, ...entry } = line;
          entries.push(entry);
        }
        return entries;
      }),

    async get(id) {
      if (!/^[0-9a-z]{26}$/i.test(id)) return undefined;
      const text = await readStored(runPath(id), MAX_RUN_FILE);
      if (text === undefined) return undefined;
      const run = parseStored(text.toString(), id);
      const blobs = new Map<string, Blob>();
      for (const { sha256, type } of getFiles(run)) {
        const bytes = await readStored(join(media, sha256), MAX_MEDIA);
        if (bytes) blobs.set(sha256, new Blob([bytes], { type }));
      }
      return { run, media: blobs };
    },

    async media(sha256) {
      const bytes = /^[0-9a-f]{64}$/.test(sha256)
        ? await readStored(join(media, sha256), MAX_MEDIA)
        : undefined;
      return bytes && new Blob([bytes]);
    },

    remove: (ids) =>
      write(async () => {
        const all = [...newestFirst(await readIndex(index))];
        await keep(all.filter(({ id }) => !ids.includes(id)));
      }),

    clear: () =>
      write(async () => {
        for (const name of await readdir(folder))
          if (name !== LOCK) await rm(join(folder, name), { recursive: true, force: true });
      }),
  };
}

async function isStored(path: string, bytes: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === bytes;
}

function toLine(run: IndexedRun): string {
  return `${JSON.stringify(run)}\n`;
}

/** Undefined if there is no such file. @throws HistoryError */
function readStored(path: string, max: number) {
  return withReason(`Could not read ${path}`, () => readIfPresent(path, max));
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
    if (cause instanceof HistoryError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const step = isFull ? 'Free some space' : 'Make sure its files are readable and writable';
    throw new HistoryError(`${failure} (${isFull ? 'the disk is full' : (code ?? message)})`, {
      hint: `${step}, or turn the history off with tryout config set history off.`,
      cause,
    });
  }
}
