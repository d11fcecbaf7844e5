import { attempt, createStore } from '@tryout/engine';
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** Local storage key. */
const THEME_KEY = 'theme';

const theme = createStore<Theme>('system');

/** Applies the theme that was chosen earlier; call it before the first render. */
export function applyStoredTheme(): void {
  const stored = attempt(() => localStorage.getItem(THEME_KEY));
  show(themes.find((known) => known === stored) ?? 'system');
}

/** Where storage is disabled, the choice lasts until the page is closed. */
export function chooseTheme(next: Theme): void {
  show(next);
  attempt(() => localStorage.setItem(THEME_KEY, next));
}

function show(next: Theme): void {
  theme.set(next);
  // The style sheet defines what the attribute means.
  document.documentElement.dataset['theme'] = next;
}

export function useTheme(): Theme {
  return useSyncExternalStore(theme.subscribe, theme.getSnapshot);
}
