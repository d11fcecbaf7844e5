import { join } from 'node:path';
import {
  attempt,
  closest,
  InputError,
  isModelId,
  isRecord,
  parseBounded,
  plainModelId,
  taskNamed,
  tasks,
} from '@tryout/engine';
import { defaultFolder, readIfPresent } from '@tryout/engine/node';
import type { Environment } from './terminal/terminal.ts';

export type UserSettings = Readonly<Record<string, string | undefined>>;

/** Values of the `graphics` setting and the corresponding TRYOUT_GRAPHICS values. */
export const graphicsValues: Readonly<Record<string, string | undefined>> = {
  auto: undefined,
  kitty: 'kitty',
  iterm: 'iterm',
  sixel: 'sixel',
  blocks: 'blocks',
  off: 'none',
};

interface SettingKey {
  readonly name: string;
  readonly description: string;
  /** All values, if there are only a few. */
  readonly values?: readonly string[];
  readonly isValid: (value: string) => boolean;
  /** For an invalid value. */
  readonly hint: string;
}

const billTo: SettingKey = {
  name: 'bill-to',
  description: 'organization to bill',
  isValid: (value) => /^[\w.-]+$/.test(value),
  hint: "Use the name in the URL of the organization's page.",
};

export const settingKeys: readonly SettingKey[] = [
  {
    name: 'provider',
    description: 'default provider, for example groq',
    isValid: (value) => /^[a-z0-9][a-z0-9-]*$/.test(value),
    hint: 'Use lowercase letters, digits and hyphens, for example fal-ai.',
  },
  billTo,
  oneOf('graphics', 'images in the picker', Object.keys(graphicsValues)),
  oneOf('history', 'record runs', ['on', 'off']),
  ...tasks.map(({ id, label }) => ({
    name: `model.${id}`,
    description: `default model for ${label}`,
    isValid: (value: string) => isModelId(plainModelId(value)),
    hint: 'Use a model ID such as organization/name.',
  })),
];

function oneOf(name: string, does: string, values: readonly string[]): SettingKey {
  const list = values.join(', ');
  return {
    name,
    description: `${does}: ${list}`,
    values,
    isValid: (value) => values.includes(value),
    hint: `Choose one of ${list}.`,
  };
}

/** @throws InputError for an unknown key or task */
export function settingKey(name: string): SettingKey {
  // Throws with a suggested task.
  const wanted = name.startsWith('model.') ? `model.${taskNamed(name.slice('model.'.length)).id}` : name;
  const known = settingKeys.find((key) => key.name === wanted);
  if (known) return known;
  const near = closest(
    name,
    settingKeys.map((key) => key.name),
  );
  throw new InputError(`Unknown setting '${name}'`, {
    hint: near ? `Did you mean ${near}?` : 'Use provider, bill-to, graphics, history or model.<task>.',
  });
}

/** @throws InputError */
export function checkSetting({ name, isValid, hint }: SettingKey, value: string): void {
  if (!isValid(value)) throw new InputError(`Invalid value '${value}' for ${name}`, { hint });
}

/** @throws InputError */
export function checkOrganization(name: string): void {
  checkSetting(billTo, name);
}

export function settingsPath(environment: Environment): string {
  return join(environment['TRYOUT_CONFIG_DIR'] || defaultFolder(), 'settings.json');
}

/**
 * Reads and validates the settings; empty without a file.
 * @throws InputError that names the file
 */
export async function readUserSettings(environment: Environment): Promise<UserSettings> {
  const path = settingsPath(environment);
  const settings = await readSettingsFile(path);
  for (const { name, isValid } of settingKeys) {
    const value = settings[name];
    if (value === undefined || isValid(value)) continue;
    throw new InputError(`Invalid value '${value}' for ${name} in ${path}`, {
      hint: `Change it with tryout config set ${name} <value>, or run tryout config unset ${name}.`,
    });
  }
  return settings;
}

/** Bytes. */
const MAX_SETTINGS = 1024 * 1024;

/**
 * Reads the settings without validating keys and values; empty without a file.
 * @throws InputError if the file cannot be read, or is not a JSON object of texts
 */
export async function readSettingsFile(path: string): Promise<UserSettings> {
  const bytes = await readIfPresent(path, MAX_SETTINGS).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`Could not read the settings in ${path} (${error.code ?? error.message})`, {
      hint: 'Make the file readable, or remove it.',
      cause: error,
    });
  });
  return parseSettings(String(bytes ?? '{}'), path);
}

/** @throws InputError if the text is not a JSON object of texts */
export function parseSettings(text: string, path: string): Record<string, string> {
  const value = attempt(() => parseBounded(text.replace(/^\ufeff/, '')));
  const isObject = isRecord(value) && !Array.isArray(value);
  if (isObject && Object.values(value).every((setting) => typeof setting === 'string'))
    return value as Record<string, string>;
  throw new InputError(`The settings in ${path} are not a JSON object with string values`, {
    hint: 'Fix the file, or delete it to reset all settings.',
  });
}
