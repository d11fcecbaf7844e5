import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closest, InputError, modelPath, taskNamed, tasks } from '@tryout/engine';
import { defaultFolder } from '@tryout/engine/node';
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

/** Values of the `history` setting; on by default. */
export const historyValues: readonly string[] = ['on', 'off'];

interface SettingKey {
  readonly name: string;
  readonly description: string;
  /** @throws InputError */
  check(value: string): void;
}

export const settingKeys: readonly SettingKey[] = [
  { name: 'provider', description: 'default provider, for example groq', check: checkProvider },
  { name: 'bill-to', description: 'organization to bill', check: checkOrganization },
  oneOf('graphics', 'images in the picker', Object.keys(graphicsValues)),
  oneOf('history', 'record runs', historyValues),
  ...tasks.map(({ id, label }) => ({
    name: `model.${id}`,
    description: `default model for ${label}`,
    check: (value: string) => void modelPath(value.split(':', 1)[0] ?? ''),
  })),
];

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
export function checkOrganization(name: string): void {
  if (/^[\w.-]+$/.test(name)) return;
  throw new InputError(`'${name}' is not the name of an organization`, {
    hint: "Use the name in the URL of the organization's page.",
  });
}

function checkProvider(name: string): void {
  if (/^[a-z0-9][a-z0-9-]*$/.test(name)) return;
  throw new InputError(`'${name}' is not the name of a provider`, {
    hint: 'Use lowercase letters, digits and hyphens, for example fal-ai.',
  });
}

/** A setting with a few values. */
function oneOf(name: string, does: string, values: readonly string[]): SettingKey {
  return {
    name,
    description: `${does}: ${values.join(', ')}`,
    check(value) {
      if (values.includes(value)) return;
      throw new InputError(`Unsupported ${name} '${value}'`, { hint: `Choose one of ${values.join(', ')}.` });
    },
  };
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
  for (const { name, check } of settingKeys) {
    const value = settings[name];
    try {
      if (value !== undefined) check(value);
    } catch (error) {
      throw new InputError(`Invalid value '${value}' for ${name} in ${path}`, {
        hint: `Change it with tryout config set ${name} <value>, or run tryout config unset ${name}.`,
        cause: error,
      });
    }
  }
  return settings;
}

/**
 * Reads the settings without validating keys and values; empty without a file.
 * @throws InputError if the file cannot be read
 */
export async function readSettingsFile(path: string): Promise<UserSettings> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new InputError(`Could not read the settings in ${path} (${error.code})`, {
      hint: 'Make the file readable, or remove it.',
      cause: error,
    });
  });
  return parseSettings(text, path);
}

/** @throws InputError if the text is not a JSON object of texts */
export function parseSettings(text: string, path: string): Record<string, string> {
  const value = parseJson(text.replace(/^\ufeff/, ''));
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.values(value).every((setting) => typeof setting === 'string'))
    return value as Record<string, string>;
  throw new InputError(
    `The settings in ${path} are not ${value === undefined ? 'valid JSON' : 'an object with string values'}`,
    {
      hint: 'Fix the file, or delete it to reset all settings.',
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
