import { attempt, isModelId, isTaskId, parseBounded, type TaskId } from '@tryout/engine';

interface RecentModel {
  readonly task: TaskId;
  readonly model: string;
}

/** Local storage key. */
const RECENT_KEY = 'recentModels';

const MAX_RECENT = 4;

/** The models that were opened last in this browser, the latest first; none where storage is disabled (F31). */
export function readRecentModels(): readonly RecentModel[] {
  const models = attempt(() => parseBounded(localStorage.getItem(RECENT_KEY) ?? '[]'));
  return Array.isArray(models) ? models.filter(isRecentModel).slice(0, MAX_RECENT) : [];
}

export function rememberModel(newest: RecentModel): void {
  const others = readRecentModels().filter(
    ({ task, model }) => task !== newest.task || model !== newest.model,
  );
  const recent = [newest, ...others].slice(0, MAX_RECENT);
  attempt(() => localStorage.setItem(RECENT_KEY, JSON.stringify(recent)));
}

export function forgetRecentModels(): void {
  attempt(() => localStorage.removeItem(RECENT_KEY));
}

/** Stored values may have been edited, or come from another version. */
function isRecentModel(value: unknown): value is RecentModel {
  if (typeof value !== 'object' || value === null) return false;
  const { task, model } = value as Partial<Record<keyof RecentModel, unknown>>;
  return typeof task === 'string' && isTaskId(task) && typeof model === 'string' && isModelId(model);
}

const PREFIX = 'last-run ';
/** Local storage key of the last runs in any tab. */
const LAST_RUNS = 'lastRuns';
const MAX_LAST_RUNS = 100;

export const getLastRunKey = (task: string, model: string) => `${PREFIX}${task} ${model}`;

function readLastRuns(): readonly (readonly [key: string, id: string])[] {
  const runs = attempt(() => parseBounded(localStorage.getItem(LAST_RUNS) ?? '[]'));
  if (!Array.isArray(runs)) return [];
  return runs.filter(
    (pair: unknown): pair is [string, string] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
  );
}

/** The ID of the last run of a task and model: in this tab, or else in this browser. Without storage, reloads lose the result. */
export function readLastRun(key: string): { readonly id: string; readonly isOwn: boolean } | undefined {
  const ownId = attempt(() => sessionStorage.getItem(key));
  if (ownId) return { id: ownId, isOwn: true };
  const id = readLastRuns().find(([other]) => other === key)?.[1];
  return id === undefined ? undefined : { id, isOwn: false };
}

/** @param id undefined to forget it */
export function rememberLastRun(key: string, id: string | undefined): void {
  const others = readLastRuns().filter(([other]) => other !== key);
  const runs = id === undefined ? others : [[key, id], ...others].slice(0, MAX_LAST_RUNS);
  attempt(() => localStorage.setItem(LAST_RUNS, JSON.stringify(runs)));
  attempt(() => (id === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, id)));
}

/** The next user does not see the results. */
export function forgetLastRuns(): void {
  attempt(() => localStorage.removeItem(LAST_RUNS));
  const keys = attempt(() => Object.keys(sessionStorage)) ?? [];
  for (const key of keys) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
