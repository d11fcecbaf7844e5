import { join } from 'node:path';
import { attempt, isRecord, parseBounded, type ListedModel } from '@tryout/engine';
import { createFolder, dataFolder, readIfPresent, replace } from '@tryout/engine/node';
import type { Environment } from '../screen/terminal.ts';

const FILE = 'listed-models.json';
/** Models per list, and lists; a full file takes about 1 MB. */
const MAX_MODELS = 300;
const MAX_LISTS = 60;
const MAX_BYTES = 4 * 1024 * 1024;

type Downloads = readonly (readonly [model: string, downloads: number])[];

/** The hub of a list. The embedded hub has another URL each time. */
export function hubName(hubUrl: string, isSandbox = false): string {
  return isSandbox ? 'sandbox' : hubUrl;
}

const keyOf = (hub: string, task: string) => `${task} ${hub}`;

/** Undefined for a file that is damaged or not ours. */
async function readLists(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await readIfPresent(path, MAX_BYTES);
  if (text === undefined) return {};
  const lists = attempt(() => parseBounded(text.toString()));
  return isRecord(lists) && Object.values(lists).every(Array.isArray) ? lists : undefined;
}

function isModel(row: unknown): row is Downloads[number] {
  return Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'number';
}

/** The models that were last listed for a task, for completion. */
export async function readListedModels(
  environment: Environment,
  hub: string,
  task: string,
): Promise<Downloads> {
  const lists = await readLists(join(dataFolder(environment), FILE)).catch(() => undefined);
  const list = lists?.[keyOf(hub, task)];
  return Array.isArray(list) ? list.filter(isModel) : [];
}

/** Keeps listed models for completion, before those that were listed earlier. A failure to do so has no effect. */
export async function keepListedModels(
  environment: Environment,
  hub: string,
  task: string,
  models: readonly ListedModel[],
): Promise<void> {
  try {
    const folder = dataFolder(environment);
    const path = join(folder, FILE);
    await createFolder(folder);
    const lists = await readLists(path);
    if (!lists || models.length === 0) return;
    const key = keyOf(hub, task);
    const { [key]: earlier, ...others } = lists;
    const listed = models.slice(0, MAX_MODELS).map(({ name, downloads }) => [name, downloads] as const);
    const all = [...listed, ...(Array.isArray(earlier) ? earlier.filter(isModel) : [])];
    const list = [...new Map(all.toReversed()).entries()].toReversed().slice(0, MAX_MODELS);
    const newest = [...Object.entries(others), [key, list] as const].slice(-MAX_LISTS);
    await replace(path, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Completion offers fewer models.
  }
}
