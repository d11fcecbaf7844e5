import { attempt, createStore, type Session } from '@tryout/engine';
import { useSyncExternalStore } from 'react';
import { MODEL_FIELD } from './routes.ts';
import { readValue, writeValue } from './stored/values.ts';

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
