import { attempt } from '@tryout/engine';
import { readJson, writeValue } from './stored/values.ts';

const MAX_PRESETS = 50;
/** Characters; local storage is small. */
const MAX_LENGTH = 20_000;

/** The system prompts that were saved in this browser, the newest first; none where storage is disabled. */
export function readPresets(): readonly string[] {
  const presets = readJson('prompts');
  if (!Array.isArray(presets)) return [];
  const texts = presets.filter((preset): preset is string => typeof preset === 'string' && preset !== '');
  return [...new Set(texts)].slice(0, MAX_PRESETS);
}

/** @returns what is stored: all that fit */
export function storePresets(presets: readonly string[]): readonly string[] {
  const stored = presets.filter(({ length }) => length <= MAX_LENGTH).slice(0, MAX_PRESETS);
  attempt(() => writeValue('prompts', JSON.stringify(stored)));
  return readPresets();
}
