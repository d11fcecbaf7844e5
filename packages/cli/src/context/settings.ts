import { lstat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import {
  attempt,
  hasProvider,
  InputError,
  isFailure,
  isAccessToken,
  isModelId,
  isRecord,
  nameHint,
  parseBounded,
  plainModelId,
  taskNamed,
  tasks,
  SaveError,
} from '@tryout/engine';
import { createFolder, fileLock, getFileReason, readIfPresent, settingsFolder } from '@tryout/engine/node';
import type { Environment } from '../screen/terminal.ts';

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
  /** For an invalid value, if there are many. */
  readonly hint?: string;
}

export const settingKeys: readonly SettingKey[] = [
  {
    name: 'provider',
    description: 'default provider, for example groq',
    isValid: (value) => /^[a-z0-9][a-z0-9-]*$/.test(value),
    hint: 'Use lowercase letters, digits and hyphens, for example fal-ai.',
  },
  {
    name: 'bill-to',
    description: 'organization to bill',
    // A token pasted by mistake would be redacted in the run file, which is then invalid.
    isValid: (value) => /^[\w.-]+$/.test(value) && !isAccessToken(value),
    hint: "Use the name in the URL of the organization's page.",
  },
  oneOf('models', 'models in the picker', ['available', 'all']),
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
  const description = `${does}: ${values.join(', ')}`;
  return { name, description, values, isValid: (value) => values.includes(value) };
}

/** @throws InputError for an unknown key or task */
export function settingKey(name: string): SettingKey {
  // Throws with a suggested task.
  const fullName = name.startsWith('model.') ? `model.${taskNamed(name.slice('model.'.length)).id}` : name;
  const key = settingKeys.find((each) => each.name === fullName);
  if (key) return key;
  const names = settingKeys.map((key) => key.name);
  throw new InputError(`Unknown setting '${name}'`, {
    hint: nameHint(name, names, 'List them with tryout config --help.'),
  });
}

/** @throws InputError */
export function checkSetting({ name, isValid, values, hint }: SettingKey, value: string): void {
  if (isValid(value)) return;
  throw new InputError(`Invalid value '${value}' for ${name}`, {
    hint: values ? nameHint(value, values) : hint,
  });
}

/** @throws InputError */
export function checkOrganization(name: string): void {
  checkSetting(settingKey('bill-to'), name);
}

/** The provider that a model gets if none is chosen for it: none if it says itself where it runs. */
export function defaultProvider(model: string | undefined, provider: string | undefined): string | undefined {
  return hasProvider(model) ? undefined : provider;
}

export function settingsPath(environment: Environment): string {
  return join(settingsFolder(environment), 'settings.json');
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
  try {
    // conf is slow to load, and would create the folder. The home folder may be a file, or not ours to read.
    if (!(await lstat(path).catch(() => undefined))) return {};
    // Refuses devices and pipes, which conf would wait for.
    await readIfPresent(path, MAX_SETTINGS);
    return (await openFile(path)).store;
  } catch (error) {
    if (isFailure(error)) throw error;
    throw new InputError(`Could not read the settings in ${path} (${getFileReason(error)})`, {
      hint: 'Make the file readable, or remove it.',
      cause: error,
    });
  }
}

/** Sets a value in the file; without one, removes it. @throws SaveError */
export async function saveSetting(path: string, name: string, value?: string): Promise<void> {
  // conf alone loses what another process writes at the same time.
  try {
    await createFolder(dirname(path));
    await fileLock(`${path}.lock`)(async () => {
      const file = await openFile(path);
      if (value === undefined) file.delete(name);
      else file.set(name, value);
    });
  } catch (error) {
    if (isFailure(error)) throw error;
    throw new SaveError(`Could not write ${path} (${getFileReason(error)})`, {
      hint: 'Make sure the file and its folder are writable.',
      cause: error,
    });
  }
}

async function openFile(path: string) {
  const { default: Conf } = await import('conf');
  return new Conf<Record<string, string>>({
    cwd: dirname(path),
    configName: parse(path).name,
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    deserialize: (text) => parseSettings(text, path),
  });
}

/** @throws InputError if the text is not a JSON object of texts */
function parseSettings(text: string, path: string): Record<string, string> {
  const value = attempt(() => parseBounded(text.replace(/^\ufeff/, '')));
  const isObject = isRecord(value) && !Array.isArray(value);
  if (isObject && Object.values(value).every((setting) => typeof setting === 'string'))
    return value as Record<string, string>;
  throw new InputError(`The settings in ${path} are not a JSON object with string values`, {
    hint: 'Fix the file, or delete it to reset all settings.',
  });
}
