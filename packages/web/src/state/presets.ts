import { attempt, parseBounded } from '@tryout/engine';

/** Local storage key. */
const KEY = 'systemPrompts';

const MAX_PRESETS = 50;
/** Characters; local storage is small. */
const MAX_LENGTH = 20_000;

/** The system prompts that were saved in this browser, the newest first; none where storage is disabled (F31). */
export function readPresets(): readonly string[] {
  const presets = attempt(() => parseBounded(localStorage.getItem(KEY) ?? '[]'));
  if (!Array.isArray(presets)) return [];
  const texts = presets.filter((preset): preset is string => typeof preset === 'string' && preset !== '');
  return [...new Set(texts)].slice(0, MAX_PRESETS);
}

/** @returns what is stored: all that fit */
export function storePresets(presets: readonly string[]): readonly string[] {
  const stored = presets.filter(({ length }) => length <= MAX_LENGTH).slice(0, MAX_PRESETS);
  attempt(() => localStorage.setItem(KEY, JSON.stringify(stored)));
  return readPresets();
}

export function forgetPresets(): void {
  attempt(() => localStorage.removeItem(KEY));
}
