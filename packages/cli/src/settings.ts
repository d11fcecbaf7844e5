import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closest, InputError, modelPath, taskNamed, tasks } from '@tryout/engine';
import { defaultFolder } from '@tryout/engine/node';

/** The settings of `tryout config` by key, for example `model.summarization`. */
export type UserSettings = Readonly<Record<string, string | undefined>>;

/** The values of `graphics`, with the values of TRYOUT_GRAPHICS. */
export const graphicsValues: Readonly<Record<string, string | undefined>> = {
  auto: undefined,
  kitty: 'kitty',
  iterm: 'iterm',
  sixel: 'sixel',
  blocks: 'blocks',
  off: 'none',
};

const MODEL = 'model.';

interface SettingKey {
  readonly name: string;
  readonly description: string;
  /** @throws InputError */
  check(value: string): void;
}

/** All keys but those of models. */
export const otherKeys: readonly SettingKey[] = [
  { name: 'provider', description: 'default provider, for example auto or groq', check: checkProvider },
  { name: 'bill-to', description: 'organization to bill', check: checkOrganization },
  {
    name: 'graphics',
    description: `pictures in the picker: ${Object.keys(graphicsValues).join(', ')}`,
    check(value) {
      if (Object.hasOwn(graphicsValues, value)) return;
      throw new InputError(`Unsupported graphics '${value}'`, {
        hint: `Choose one of ${Object.keys(graphicsValues).join(', ')}.`,
      });
    },
  },
];

/**
 * The setting with this key.
 * @throws InputError for an unknown key or task
 */
export function settingKey(key: string): SettingKey {
  const known = otherKeys.find(({ name }) => name === key);
  if (known) return known;
  if (key.startsWith(MODEL)) {
    const { id, label } = taskNamed(key.slice(MODEL.length));
    return {
      name: MODEL + id,
      description: `default model for ${label}`,
      check: (value) => void modelPath(value.split(':', 1)[0] ?? ''),
    };
  }
  const near = closest(key, settingNames());
  throw new InputError(`Unknown setting '${key}'`, {
    hint: near
      ? `Did you mean ${near}?`
      : `Use model.<task>, ${otherKeys.map(({ name }) => name).join(', ')}, for example model.summarization.`,
  });
}

/** The keys of all settings. */
export function settingNames(): readonly string[] {
  return [...otherKeys.map(({ name }) => name), ...tasks.map(({ id }) => MODEL + id)];
}

/** The default model of a task. */
export function defaultModel(settings: UserSettings, task: string): string | undefined {
  return settings[MODEL + task];
}

/** @throws InputError */
export function checkOrganization(name: string): void {
  if (/^[\w.-]+$/.test(name)) return;
  throw new InputError(`'${name}' is not the name of an organization`, {
    hint: "Use the name in the address of the organization's page.",
  });
}

function checkProvider(name: string): void {
  if (/^[a-z0-9][a-z0-9-]*$/.test(name)) return;
  throw new InputError(`'${name}' is not the name of a provider`, {
    hint: 'Use lowercase letters, digits and hyphens, for example fal-ai.',
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of the settings file. */
export function settingsPath(environment: Environment): string {
  return join(environment['TRYOUT_CONFIG_DIR'] || defaultFolder(), 'settings.json');
}

/**
 * The settings that commands use; empty without a file.
 * @throws InputError that names the file if it or a value in it is invalid
 */
export async function readUserSettings(environment: Environment): Promise<UserSettings> {
  const path = settingsPath(environment);
  const settings = await readSettingsFile(path);
  for (const key of settingNames()) {
    const value = settings[key];
    if (value === undefined) continue;
    try {
      settingKey(key).check(value);
    } catch (error) {
      throw new InputError(`Invalid value '${value}' for ${key} in ${path}`, {
        hint: `Change it with tryout config set ${key} <value>, or run tryout config unset ${key}.`,
        cause: error,
      });
    }
  }
  return settings;
}

/**
 * The content of the settings file, with unknown keys and without checking the values.
 * @throws InputError if the file cannot be read
 */
export async function readSettingsFile(path: string): Promise<UserSettings> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new InputError(`Could not read the settings in ${path} (${error.code})`, {
      hint: 'Make the file readable, or move it away.',
      cause: error,
    });
  });
  return text === undefined ? {} : parseSettings(text, path);
}

/** @throws InputError if the text is not a JSON object with texts as values */
export function parseSettings(text: string, path: string): Record<string, string> {
  const hint = 'Fix the file, or delete it to reset all settings.';
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new InputError(`The settings in ${path} are not valid JSON`, { hint, cause: error });
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.values(value as object).every((setting) => typeof setting === 'string'))
    return value as Record<string, string>;
  throw new InputError(`The settings in ${path} are not a JSON object with texts as values`, { hint });
}
