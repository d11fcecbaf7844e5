import { attempt, isModelId, isTaskId, type TaskId } from '@tryout/engine';
import { readJson, readValue, writeValue } from './stored/values.ts';

interface RecentModel {
  readonly task: TaskId;
  readonly model: string;
}

const MAX_RECENT = 4;

/** The models that were opened last in this browser, the latest first; none where storage is disabled. */
export function readRecentModels(): readonly RecentModel[] {
  const models = readJson('recentModels');
  return Array.isArray(models) ? models.filter(isRecentModel).slice(0, MAX_RECENT) : [];
}

export function rememberModel(newest: RecentModel): void {
  const others = readRecentModels().filter(
    ({ task, model }) => task !== newest.task || model !== newest.model,
  );
  const recent = [newest, ...others].slice(0, MAX_RECENT);
  attempt(() => writeValue('recentModels', JSON.stringify(recent)));
}

/** Stored values may have been edited, or come from another version. */
function isRecentModel(value: unknown): value is RecentModel {
  if (typeof value !== 'object' || value === null) return false;
  const { task, model } = value as Partial<Record<keyof RecentModel, unknown>>;
  return typeof task === 'string' && isTaskId(task) && typeof model === 'string' && isModelId(model);
}

/** What a task and model are stored by. */
export const getLastRunKey = (task: string, model: string) => `${task} ${model}`;

/** The last run in this tab, otherwise in this browser. Without storage, reloads lose the result. */
export function readLastRun(key: string): { readonly id: string; readonly isOwn: boolean } | undefined {
  const ownId = readValue('lastRunsOfTab', key);
  const id = ownId ?? readValue('lastRuns', key);
  return id ? { id, isOwn: id === ownId } : undefined;
}

/** @param id empty to forget it */
export function rememberLastRun(key: string, id: string): void {
  for (const name of ['lastRunsOfTab', 'lastRuns'] as const) attempt(() => writeValue(name, id, key));
}
