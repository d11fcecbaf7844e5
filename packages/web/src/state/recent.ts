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

/** Key of the ID of the last run of a task and model, of this tab in session storage and of any tab in local storage. */
export const getLastRunKey = (task: string, model: string) => `${PREFIX}${task} ${model}`;

/** The last run in this tab, otherwise in this browser. Without storage, reloads lose the result. */
export function readLastRun(key: string): { readonly id: string; readonly isOwn: boolean } | undefined {
  const ownId = attempt(() => sessionStorage.getItem(key));
  const id = ownId ?? attempt(() => localStorage.getItem(key));
  return id ? { id, isOwn: id === ownId } : undefined;
}

/** @param id empty to forget it */
export function rememberLastRun(key: string, id: string): void {
  for (const storage of storages) attempt(() => storage().setItem(key, id));
}

/** The next user does not see the results. */
export function forgetLastRuns(): void {
  for (const storage of storages) {
    const keys = attempt(() => Object.keys(storage())) ?? [];
    for (const key of keys) if (key.startsWith(PREFIX)) storage().removeItem(key);
  }
}

const storages = [() => sessionStorage, () => localStorage];
