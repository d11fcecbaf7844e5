import { attempt, createStore, type Session } from '@tryout/engine';
import { useSyncExternalStore } from 'react';
import { MODEL_FIELD } from './routes.ts';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const THEME_KEY = 'theme';

const theme = createStore<Theme>('system');

/** Applies the theme that was chosen earlier; call it before the first render. */
export function applyStoredTheme(): void {
  const storedTheme = attempt(() => localStorage.getItem(THEME_KEY));
  applyTheme(themes.find((name) => name === storedTheme) ?? 'system');
}

/** Where storage is disabled, the choice lasts until the page is closed. */
export function chooseTheme(next: Theme): void {
  applyTheme(next);
  attempt(() => localStorage.setItem(THEME_KEY, next));
}

function applyTheme(next: Theme): void {
  theme.set(next);
  // The style sheet defines what the attribute means.
  document.documentElement.dataset['theme'] = next;
}

export function useTheme(): Theme {
  return useSyncExternalStore(theme.subscribe, theme.getSnapshot);
}

const FILTER_KEY = 'models';

/** Whether this browser lists only available models, which is the default. */
export function readAvailableOnly(): boolean {
  return attempt(() => localStorage.getItem(FILTER_KEY)) !== 'all';
}

export function filterModels(session: Session, availableOnly: boolean): void {
  session.filterModels(availableOnly);
  attempt(() => localStorage.setItem(FILTER_KEY, availableOnly ? 'available' : 'all'));
}

/** Lists the models that a provider runs right now, and focuses their field. */
export function listAvailable(session: Session): void {
  filterModels(session, true);
  session.listModels();
  document.getElementById(MODEL_FIELD)?.focus();
}

/** Local storage key; set while runs are not recorded. */
const OFF_KEY = 'history-off';

/** Whether this browser records runs. Also true where storage is disabled, and recording fails. */
export function isRecording(): boolean {
  return typeof attempt(() => localStorage.getItem(OFF_KEY)) !== 'string';
}

/** @throws DOMException if the browser does not allow storage */
export function setRecording(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, '');
}
