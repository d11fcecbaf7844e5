import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import Conf from 'conf';
import { callOf, type Call } from '../context/context.ts';
import { saveErrorFor } from '../files/save-error.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { UsageError } from '../program/errors.ts';
import { table, type Column } from '../program/table.ts';
import { otherKeys, parseSettings, readSettingsFile, settingKey, settingsPath } from '../settings.ts';

type Action = 'list' | 'get' | 'set' | 'unset' | 'path';

/** The arguments that each action takes after itself. */
const actions: Readonly<Record<Action, readonly string[]>> = {
  list: [],
  get: ['key'],
  set: ['key', 'value'],
  unset: ['key'],
  path: [],
};

const columns: readonly Column<readonly [key: string, value: string]>[] = [
  { title: 'SETTING', value: ([key]) => key },
  { title: 'VALUE', value: ([, value]) => value },
];

const help = `
Settings:
${[{ name: 'model.<task>', description: 'default model of a task' }, ...otherKeys].map(({ name, description }) => `  ${name.padEnd(14)}${description}`).join('\n')}

Options and TRYOUT_GRAPHICS override settings. With --sandbox, only graphics is
used.

Examples:
  tryout config set model.summarization facebook/bart-large-cnn
  tryout config set provider groq
  tryout config unset provider
`;

/** `tryout config [list|get|set|unset|path]`: shows and changes the settings. */
export const define: DefineCommand = (command, runtime) => {
  command
    .addArgument(
      command
        .createArgument('[action]', 'list by default')
        .choices(Object.keys(actions)),
    )
    .argument('[key]', 'a setting')
    .argument('[value]', 'its new value')
    .addHelpText('after', help)
    .action(async (action: Action = 'list', ...words: (string | undefined)[]) => {
      const given = words.slice(0, 2).filter((word) => word !== undefined);
      checkArguments(action, given);
      await run(await callOf(command, runtime), action, given);
    });
};

function checkArguments(action: Action, given: readonly string[]): void {
  const expected = actions[action];
  const hint = `Usage: ${['tryout config', action, ...expected.map((name) => `<${name}>`)].join(' ')}`;
  if (given.length < expected.length)
    throw new UsageError(`Missing argument <${expected[given.length]}>`, { hint });
  if (given.length > expected.length)
    throw new UsageError(`Unexpected argument '${given[expected.length]}'`, { hint });
}

async function run(
  { runtime, options, output }: Call,
  action: Action,
  given: readonly string[],
): Promise<void> {
  const path = settingsPath(runtime.environment);
  if (action === 'path') return options.json ? output.json(path) : output.write(`${path}\n`);
  if (action === 'list') {
    const settings = await readSettingsFile(path);
    const rows = Object.entries(settings).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    if (options.json) return output.json(settings);
    if (rows.length === 0)
      return output.note('There are no settings. Add one with tryout config set <key> <value>.');
    return output.write(await table(rows, columns, output.terminal));
  }
  const [typedKey = '', value = ''] = given;
  const { name: key, check } = settingKey(typedKey);
  if (action === 'get') {
    const stored = (await readSettingsFile(path))[key];
    if (options.json) return output.json(stored ?? null);
    return stored === undefined ? output.note(`${key} is not set.`) : output.write(`${stored}\n`);
  }
  if (action === 'set') check(value);
  // Fails for an invalid file before anything is written.
  const settings = await readSettingsFile(path);
  try {
    // A folder that exists keeps its mode.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSettings(path);
    if (action === 'set') file.set(key, value);
    else if (settings[key] !== undefined) file.delete(key);
  } catch (error) {
    throw saveErrorFor(path, error as NodeJS.ErrnoException);
  }
  const isChanged = action === 'set' || settings[key] !== undefined;
  if (options.json) output.json({ [key]: action === 'set' ? value : null });
  else if (!isChanged) output.note(`${key} is not set.`);
  else output.note(action === 'set' ? `Set ${key} to ${value}.` : `Unset ${key}.`);
}

/** Writes atomically. */
function openSettings(path: string): Conf<Record<string, string>> {
  return new Conf({
    cwd: dirname(path),
    configName: 'settings',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
    deserialize: (text) => parseSettings(text, path),
  });
}
