import { open, readFile, type FileHandle } from 'node:fs/promises';
import { tasks } from '../tasks/index.ts';
import { attempt, isRecord } from '../text/index.ts';
import type { HistoryEntry, HistoryLimits } from '../runs/index.ts';
import { closeFile, FILE_MODE, removeAbandoned, replace } from './private-file.ts';

/** What is stored about a run in the index, apart from the totals. */
export interface IndexedRun extends HistoryEntry {
  /** Bytes of the run file. */
  readonly bytes: number;
  /** SHA-256 and bytes of each of its media files. */
  readonly media: Readonly<Record<string, number>>;
}

/** Runs and bytes up to a line, so that recording a run reads only the last line. Shared media count once. */
type Totals = HistoryLimits;

interface IndexLine extends IndexedRun {
  readonly total: Totals;
}

const taskIds = new Set<unknown>(tasks.map(({ id }) => id));
const statuses = new Set<unknown>(['done', 'failed', 'cancelled'] satisfies HistoryEntry['status'][]);

/** Checks what readers rely on. A full schema takes longer than reading and parsing a long index. */
function isLine(value: unknown): value is IndexLine {
  if (!isRecord(value)) return false;
  const line: Partial<Record<keyof IndexLine, unknown>> = value;
  return (
    taskIds.has(line.task) &&
    typeof line.id === 'string' &&
    statuses.has(line.status) &&
    typeof line.startedAt === 'string' &&
    !Number.isNaN(Date.parse(line.startedAt)) &&
    isOptionalText(line.model) &&
    isOptionalText(line.endpointUrl) &&
    isOptionalText(line.provider) &&
    typeof line.seconds === 'number' &&
    typeof line.input === 'string' &&
    typeof line.output === 'string' &&
    typeof line.bytes === 'number' &&
    isRecord(line.media) &&
    isRecord(line.total) &&
    typeof line.total['runs'] === 'number' &&
    typeof line.total['bytes'] === 'number'
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/**
 * Parses the runs of an index as they are needed, the newest first. Skips damaged lines.
 * @param isWanted whether a line has to be parsed
 */
export function* newestFirst(text: string, isWanted = (_line: string) => true): Generator<IndexLine> {
  for (let end = text.length; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1);
    const json = text.slice(start + 1, end);
    const line = isWanted(json) ? attempt(() => JSON.parse(json) as unknown) : undefined;
    if (isLine(line)) yield line;
    end = start;
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
  return (await closeFile(path)) ? readFile(path, 'utf8') : '';
}

/**
 * Appends a run.
 * @param newBytes bytes that it adds to the history
 * @returns the new totals
 * @throws Error of the file system; the index is then unchanged
 */
export async function appendRun(path: string, run: IndexedRun, newBytes: number): Promise<Totals> {
  await closeFile(path);
  const file = await open(path, 'a+', FILE_MODE);
  try {
    const { size } = await file.stat();
    const { total: before, isTorn } = await readEnd(file, size);
    const total = { runs: before.runs + 1, bytes: before.bytes + newBytes };
    try {
      await file.appendFile(`${isTorn ? '\n' : ''}${lineOf(run, total)}`);
      await file.sync();
    } catch (error) {
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
    return total;
  } finally {
    await file.close();
  }
}

/** Replaces the index. @param runs the newest first */
export async function writeIndex(path: string, runs: readonly IndexedRun[]): Promise<void> {
  const seen = new Set<string>();
  let bytes = 0;
  const lines = [...runs].reverse().map((run, index) => {
    bytes += addedBytes(run, seen);
    return lineOf(run, { runs: index + 1, bytes });
  });
  await removeAbandoned(path);
  await replace(path, lines.join(''));
}

/** The newest runs within limits, at least one. */
export function newestWithin<Run extends IndexedRun>(runs: readonly Run[], limits: HistoryLimits): Run[] {
  const seen = new Set<string>();
  let bytes = 0;
  const end = runs.findIndex((run, index) => {
    bytes += addedBytes(run, seen);
    return index > 0 && (index >= limits.runs || bytes > limits.bytes);
  });
  return runs.slice(0, end === -1 ? runs.length : end);
}

/** Bytes of a run and of its media that were not seen before. */
function addedBytes({ bytes, media }: IndexedRun, seen: Set<string>): number {
  const added = Object.entries(media).filter(([sha256]) => !seen.has(sha256));
  for (const [sha256] of added) seen.add(sha256);
  return added.reduce((sum, [, size]) => sum + size, bytes);
}

function lineOf(run: IndexedRun, total: Totals): string {
  return `${JSON.stringify({ ...run, total })}\n`;
}

/** Bytes; usually much more than a line. */
const END_BYTES = 64 * 1024;

/** The totals of the last readable line, and whether the file ends within a line after a kill. */
async function readEnd(file: FileHandle, size: number): Promise<{ total: Totals; isTorn: boolean }> {
  for (let length = END_BYTES; ; length *= 8) {
    const position = Math.max(size - length, 0);
    const { buffer } = await file.read({ buffer: Buffer.alloc(size - position), position });
    const text = buffer.toString();
    const [last] = newestFirst(text);
    const total = last?.total ?? { runs: 0, bytes: 0 };
    if (last || position === 0) return { total, isTorn: text !== '' && !text.endsWith('\n') };
  }
}
