import { isModelId, isTaskId, type TaskId } from '@tryout/engine';
import { browserStorage } from './browser-storage.ts';

export interface RecentModel {
  readonly task: TaskId;
  readonly model: string;
}

/** Local storage key. */
const RECENT_KEY = 'recentModels';

const MAX_RECENT = 4;

/** The models that were opened last in this browser, the latest first; none where storage is disabled (F31). */
export function readRecentModels(): readonly RecentModel[] {
  try {
    const stored = JSON.parse(browserStorage.getItem(RECENT_KEY) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter(isRecentModel).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function rememberModel(opened: RecentModel): void {
  const others = readRecentModels().filter(
    ({ task, model }) => task !== opened.task || model !== opened.model,
  );
  try {
    browserStorage.setItem(RECENT_KEY, JSON.stringify([opened, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Without storage, no model is remembered.
  }
}

export function forgetRecentModels(): void {
  try {
    browserStorage.removeItem(RECENT_KEY);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Stored values may have been edited, or come from another version. */
function isRecentModel(stored: unknown): stored is RecentModel {
  if (typeof stored !== 'object' || stored === null) return false;
  const { task, model } = stored as Partial<Record<keyof RecentModel, unknown>>;
  return typeof task === 'string' && isTaskId(task) && typeof model === 'string' && isModelId(model);
}
