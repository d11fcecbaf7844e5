import { attempt, createStore, isModelId, isTaskId, type Session, type TaskId } from '@tryout/engine';
import { useSyncExternalStore } from 'react';
import { MODEL_FIELD } from '../routes.ts';
import { readJson, readValue, writeValue } from './values.ts';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const theme = createStore<Theme>('system');

/** Applies the theme that was chosen earlier; call it before the first render. */
export function applyStoredTheme(): void {
  const storedTheme = readValue('theme');
  applyTheme(themes.find((name) => name === storedTheme) ?? 'system');
}

/** Where storage is disabled, the choice lasts until the page is closed. */
export function chooseTheme(next: Theme): void {
  applyTheme(next);
  attempt(() => writeValue('theme', next));
}

function applyTheme(next: Theme): void {
  theme.set(next);
  // The style sheet defines what the attribute means.
  document.documentElement.dataset['theme'] = next;
}

export function useTheme(): Theme {
  return useSyncExternalStore(theme.subscribe, theme.getSnapshot);
}

/** Whether this browser lists only available models, which is the default. */
export function readAvailableOnly(): boolean {
  return readValue('modelFilter') !== 'all';
}

export function filterModels(session: Session, availableOnly: boolean): void {
  session.filterModels(availableOnly);
  attempt(() => writeValue('modelFilter', availableOnly ? 'available' : 'all'));
}

/** Lists the models that a provider runs right now, and focuses their field. */
export function listAvailable(session: Session): void {
  filterModels(session, true);
  session.listModels();
  document.getElementById(MODEL_FIELD)?.focus();
}

/** Whether this browser records runs. Also true where storage is disabled, and recording fails. */
export function isRecording(): boolean {
  return readValue('historyOff') === undefined;
}

/** @throws DOMException if the browser does not allow storage */
export function setRecording(isOn: boolean): void {
  writeValue('historyOff', isOn ? undefined : '');
}

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
