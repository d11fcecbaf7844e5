import { TryoutError } from '../errors/index.ts';
import { taskNamed, tasks, type TaskId } from '../tasks/index.ts';
import { isRecord } from '../text/index.ts';
import { MAX_CANDIDATES } from '../spec/index.ts';
import {
  getFiles,
  votes,
  type RunFile,
  type StoredInput,
  type StoredResult,
  type StoredRun,
  type Vote,
} from './run-file.ts';

/** The history cannot be read or written. */
export class HistoryError extends TryoutError {
  override readonly name = 'HistoryError';
  readonly code = 'HISTORY_UNAVAILABLE';
  readonly outcome = 'failed';
}

/** What a list of runs shows of one. */
export interface HistoryEntry {
  /** ULID; later runs sort after earlier ones. */
  readonly id: string;
  readonly task: TaskId;
  readonly model?: string | undefined;
  readonly endpointUrl?: string | undefined;
  readonly provider?: string | undefined;
  /** The URL of a hub, or `sandbox`; entries of earlier versions have none. */
  readonly hub?: string | undefined;
  readonly status: StoredResult['status'];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** The beginning of the input: its texts and file names. */
  readonly input: string;
  /** The beginning of the result on one line, or the error. */
  readonly output: string;
  /** SHA-256 of an image or video of the result, else of the inputs. */
  readonly thumbnail?: string | undefined;
  /** The comparison that it belongs to, its position there, and how it did in a blind one. */
  readonly group?: string | undefined;
  readonly candidate?: number | undefined;
  readonly vote?: Vote | undefined;
  /** The same for all runs of a conversation. */
  readonly conversation?: string | undefined;
  /** It comes from an exported history, which may be a stranger's. */
  readonly isImported?: boolean | undefined;
}

const taskIds = new Set<unknown>(tasks.map(({ id }) => id));
const statuses = new Set<unknown>(['done', 'failed', 'cancelled'] satisfies HistoryEntry['status'][]);

/** Whether a text has the form of a run's ID. */
export const isRunId = (text: string) => /^[0-9a-z]{26}$/i.test(text);

/** Checks what readers of a stored entry rely on. A full schema takes longer than reading and parsing a long list. */
export function isHistoryEntry(value: unknown): value is HistoryEntry {
  if (!isRecord(value)) return false;
  const entry: Partial<Record<keyof HistoryEntry, unknown>> = value;
  const { id, startedAt, seconds, candidate, vote, input, output } = entry;
  const { model, endpointUrl, provider, hub, thumbnail, group, conversation } = entry;
  const optional = [model, endpointUrl, provider, hub, thumbnail, group, conversation];
  return (
    taskIds.has(entry.task) &&
    statuses.has(entry.status) &&
    typeof id === 'string' &&
    isRunId(id) &&
    typeof startedAt === 'string' &&
    !Number.isNaN(Date.parse(startedAt)) &&
    typeof seconds === 'number' &&
    [input, output].every((text) => typeof text === 'string') &&
    optional.every((text) => text === undefined || typeof text === 'string') &&
    (candidate === undefined || (Number.isSafeInteger(candidate) && Number(candidate) >= 0)) &&
    (vote === undefined || votes.includes(vote as Vote))
  );
}

export interface HistoryFilter {
  /** Words that all occur in task, model, input or output, in any case. */
  readonly search?: string | undefined;
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  readonly group?: string | undefined;
  /** The largest number of entries; all by default. */
  readonly limit?: number | undefined;
}

/** The runs of this computer or browser, the same for every front end. */
export interface History {
  /**
   * Records a run, in place of one with the same ID. Makes room by deleting the oldest runs.
   * @param output its result on one line, or its error
   * @throws HistoryError if it cannot be stored, for example on a full disk; earlier runs stay
   */
  add(run: StoredRun, output: string, isImported?: boolean): Promise<void>;
  /** The newest first. @throws HistoryError if the history cannot be read */
  list(filter?: HistoryFilter): Promise<readonly HistoryEntry[]>;
  /** Undefined for an unknown ID. @param withMedia false does not read files @throws HistoryError */
  get(id: string, withMedia?: boolean): Promise<StoredRun | undefined>;
  /** Bytes of a file of a run by SHA-256; undefined if they are not there. */
  media(sha256: string): Promise<Blob | undefined>;
  /** @throws HistoryError */
  remove(ids: readonly string[]): Promise<void>;
  /** Removes all runs. @throws HistoryError */
  clear(): Promise<void>;
}

/** Limits of a history; the oldest runs are deleted first. */
export interface HistoryLimits {
  /** Of all runs with their media together. */
  readonly bytes: number;
  readonly runs: number;
}

export const defaultHistoryLimits: HistoryLimits = { bytes: 1024 ** 3, runs: 10_000 };

/** Characters of the input and output in an entry. */
const EXCERPT = 200;

/** @param output the result on one line, or the error */
export function toHistoryEntry(run: RunFile, output: string): HistoryEntry {
  const { id, task, model, endpointUrl, provider, hub, inputs, result, group, candidate, vote } = run;
  const image = [...(result?.media ?? []), ...getFiles(run)].find(({ type }) =>
    /^(image|video)\//.test(type),
  );
  return {
    id,
    task,
    model,
    endpointUrl,
    provider: result?.provider ?? provider,
    hub,
    status: result?.status ?? 'done',
    startedAt: result?.startedAt ?? new Date(0).toISOString(),
    seconds: result?.seconds ?? 0,
    input: excerpt(Object.values(inputs).map(getText).join(' · ')),
    output: excerpt(output),
    thumbnail: image?.sha256,
    group,
    candidate,
    vote,
    conversation: run.chat?.id,
  };
}

/** A run, or the latest run of a conversation or comparison. */
export interface GroupedEntry extends HistoryEntry {
  /** The earlier runs of its conversation or comparison, the newest first. */
  readonly earlier: readonly HistoryEntry[];
}

/**
 * One entry for each conversation or comparison, in the place of its latest run. A conversation that continues an older run has that
 * run's ID.
 * @param entries the newest first
 */
export function groupEntries(entries: readonly HistoryEntry[]): readonly GroupedEntry[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const { id, group = id, conversation = group, isImported = false } = entry;
    // Those of a stranger do not hide the user's own.
    const key = `${isImported} ${conversation}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map(([latest, ...earlier]) => ({ ...latest!, earlier }));
}

/**
 * The latest run of each conversation, with its first message and its earlier runs, and all other runs. Of a conversation
 * with several models, these are the runs of the last message.
 * @param entries the newest first
 */
export function latestRuns(entries: readonly HistoryEntry[]): readonly GroupedEntry[] {
  return groupEntries(entries).flatMap(({ earlier, ...latest }) => {
    const { group } = latest;
    const { input } = earlier.at(-1) ?? latest;
    const isCompared = (entry: HistoryEntry) => group !== undefined && entry.group === group;
    const others = earlier.filter((entry) => !isCompared(entry));
    const runs = [{ ...latest, input }, ...earlier.filter(isCompared)];
    return runs.map((entry) => ({ ...entry, earlier: others }));
  });
}

function excerpt(text: string): string {
  const line = text
    .slice(0, 2 * EXCERPT)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
}

function getText(input: StoredInput): string {
  if (typeof input === 'string') return input;
  if ('file' in input) return input.file;
  return 'json' in input ? JSON.stringify(input.json) : input.join(', ');
}

/** Whether an entry passes a filter; ignores its limit. */
export function matches(entry: HistoryEntry, { search = '', task, model, group }: HistoryFilter): boolean {
  if (task !== undefined && entry.task !== task) return false;
  if (model !== undefined && entry.model !== model && !entry.model?.endsWith(`/${model}`)) return false;
  if (group !== undefined && entry.group !== group) return false;
  if (search.trim() === '') return true;
  const { label } = taskNamed(entry.task);
  const text = [entry.task, label, entry.model, entry.endpointUrl, entry.input, entry.output]
    .join('\n')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Whether a fact differs between items, so that a list has to show it. */
export function hasSeveral<Item>(items: readonly Item[], getFact: (item: Item) => unknown): boolean {
  return new Set(items.map(getFact)).size > 1;
}

/** The runs of each comparison, in the order of its candidates. */
export function groupRuns(entries: readonly HistoryEntry[]): ReadonlyMap<string, readonly HistoryEntry[]> {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    if (entry.group === undefined) continue;
    const runs = groups.get(entry.group) ?? [];
    // Damaged or imported histories may have more.
    if (runs.length < MAX_CANDIDATES) runs.push(entry);
    groups.set(entry.group, runs);
  }
  for (const runs of groups.values()) runs.sort((a, b) => (a.candidate ?? 0) - (b.candidate ?? 0));
  return groups;
}
