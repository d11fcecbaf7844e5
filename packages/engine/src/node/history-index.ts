import { open, stat } from 'node:fs/promises';
import { tasks } from '../tasks/index.ts';
import { attempt, isRecord, parseBounded } from '../text/index.ts';
import { isHistoryEntry, type HistoryEntry, type HistoryLimits } from '../stored/index.ts';
import { readIfPresent } from './files.ts';
import { closeFile, FILE_MODE } from './private-file.ts';

/** Bytes; a full history takes about 6 MB. */
const MAX_INDEX = 64 * 1024 * 1024;
/** Characters; shorter lines lack keys, and parsing millions of them takes seconds. */
const MIN_LINE = 100;

/** A line of the index. */
export interface IndexedRun extends HistoryEntry {
  /** Bytes of the run file. */
  readonly bytes: number;
  /** SHA-256 and bytes of each of its media files. */
  readonly media: Readonly<Record<string, number>>;
}

export { isRunId as isId } from '../stored/index.ts';
export const isMediaName = (text: string) => /^[0-9a-f]{64}$/.test(text);

function isLine(value: unknown): value is IndexedRun {
  if (!isHistoryEntry(value)) return false;
  const { bytes, media }: Partial<Record<keyof IndexedRun, unknown>> = value;
  return (
    isSize(bytes) &&
    isRecord(media) &&
    Object.entries(media).every(([name, each]) => isMediaName(name) && isSize(each))
  );
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Parses the runs of an index as they are needed, the newest first. Skips damaged lines.
 * @param onDamage called for each of them
 * @param isWanted whether a line has to be parsed
 */
export function* newestFirst(
  text: string,
  onDamage: () => void,
  isWanted = (_line: string) => true,
): Generator<IndexedRun> {
  for (let end = text.endsWith('\n') ? text.length - 1 : text.length; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1);
    const json = text.slice(start + 1, end);
    if (isWanted(json)) {
      const line = json.length >= MIN_LINE ? attempt(() => parseBounded(json)) : undefined;
      if (isLine(line)) yield line;
      else onDamage();
    }
    end = start;
    if (text[end - 1] === '\n') onDamage();
    // Parsing millions of empty lines would take minutes.
    while (text[end - 1] === '\n') end -= 1;
  }
}

/** Whether a line may match a search. Parsing all others would take most of the time. */
export function mayMatch(search: string): (line: string) => boolean {
  const labels = tasks.map(({ label }) => label.toLowerCase());
  const words = search
    .toLowerCase()
    .split(/\s+/)
    // Lines have the ID of a task, not its label.
    .filter((word) => !labels.some((label) => label.includes(word)))
    .map((word) => JSON.stringify(word).slice(1, -1));
  return (line) => {
    const text = line.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** The text of the index; empty without a file. @throws Error with the reason if it is unusable */
export async function readIndex(path: string): Promise<string> {
  if (!(await closeFile(path))) return '';
  // One damaged line, so that it is rebuilt.
  return (await stat(path)).size > MAX_INDEX ? '?' : String((await readIfPresent(path, MAX_INDEX)) ?? '');
}

/** Appends text, or leaves the file as it is. */
export async function appendSafely(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', FILE_MODE);
  try {
    const { size } = await file.stat();
    await file
      .appendFile(text)
      .then(() => file.sync())
      .catch(async (error: unknown) => {
        await file.truncate(size).catch(() => undefined);
        throw error;
      });
  } finally {
    await file.close();
  }
}

/** The newest runs within limits, at least one. Media that runs share count once. */
export function newestWithin(runs: readonly IndexedRun[], limits: HistoryLimits): readonly IndexedRun[] {
  const seen = new Set<string>();
  let total = 0;
  const end = runs.findIndex(({ bytes, media }, index) => {
    total += bytes;
    for (const [sha256, size] of Object.entries(media)) {
      if (!seen.has(sha256)) total += size;
      seen.add(sha256);
    }
    return index > 0 && (index >= limits.runs || total > limits.bytes);
  });
  return end === -1 ? runs : runs.slice(0, end);
}
