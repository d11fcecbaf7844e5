import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import Conf from 'conf';
import { callOf, type Call } from '../context/context.ts';
import { SaveError } from '../files/save-file.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { UsageError } from '../program/errors.ts';
import { table, type Column } from '../program/table.ts';
import { parseSettings, readSettingsFile, settingKey, settingKeys, settingsPath } from '../settings.ts';

const actions = { list: [], get: ['key'], set: ['key', 'value'], unset: ['key'], path: [] } as const;

const columns: readonly Column<readonly [key: string, value: string | undefined]>[] = [
  { title: 'SETTING', value: ([key]) => key },
  { title: 'VALUE', value: ([, value = '']) => value },
];

const otherKeys = settingKeys.filter(({ name }) => !name.startsWith('model.'));

const help = `
Settings:
  model.<task>  default model for a task
${otherKeys.map(({ name, description }) => `  ${name.padEnd(14)}${description}`).join('\n')}

Options override settings. Only graphics and history apply
with --sandbox.

Examples:
  tryout config set model.summarization facebook/bart-large-cnn
  tryout config set provider groq
  tryout config unset provider
`;

/** `tryout config [list|get|set|unset|path]`: shows and changes settings. */
export const define: DefineCommand = (command, runtime) => {
  command
    .addArgument(command.createArgument('[action]', 'list by default').choices(Object.keys(actions)))
    .argument('[key]', 'a setting')
    .argument('[value]', 'its new value')
    .addHelpText('after', help)
    .action(async (action: keyof typeof actions = 'list', key?: string, value?: string) => {
      const given = [key, value].filter((word) => word !== undefined);
      const expected: readonly string[] = actions[action];
      if (given.length !== expected.length) {
        const extra = given[expected.length];
        throw new UsageError(
          extra === undefined
            ? `Missing argument <${expected[given.length]}>`
            : `Unexpected argument '${extra}'`,
          { hint: `Usage: tryout config ${[action, ...expected.map((name) => `<${name}>`)].join(' ')}` },
        );
      }
      const call = await callOf(command, runtime);
      const path = settingsPath(runtime.environment);
      if (action === 'list') await list(call, path);
      else if (action === 'path') print(call, path);
      else if (action === 'get') await get(call, path, key!);
      else await change(call, path, key!, value);
    });
};

function print({ options, output }: Call, text: string): void {
  if (options.json) output.json(text);
  else output.write(`${text}\n`);
}

async function list({ options, output }: Call, path: string): Promise<void> {
  const settings = await readSettingsFile(path);
  if (options.json) return output.json(settings);
  const rows = Object.entries(settings);
  if (rows.length === 0) return output.note('No settings yet. Add one with tryout config set <key> <value>.');
  output.write(await table(rows, columns, output.terminal));
}

async function get(call: Call, path: string, key: string): Promise<void> {
  const value = (await readSettingsFile(path))[settingKey(key).name];
  if (value !== undefined) print(call, value);
  else if (call.options.json) call.output.json(null);
  else call.output.note(`${key} is not set.`);
}

/** Sets a value; without one, removes the setting. */
async function change({ options, output }: Call, path: string, typed: string, value?: string): Promise<void> {
  const { name: key, check } = settingKey(typed);
  if (value !== undefined) check(value);
  // Throws for an invalid file, so it is never overwritten.
  const wasSet = (await readSettingsFile(path))[key] !== undefined;
  if (value !== undefined || wasSet) await save(path, key, value);
  if (options.json) return output.json({ [key]: value ?? null });
  if (value !== undefined) return output.note(`Set ${key} to ${value}.`);
  output.note(wasSet ? `Unset ${key}.` : `${key} is not set.`);
}

async function save(path: string, key: string, value?: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = new Conf<Record<string, string>>({
      cwd: dirname(path),
      configName: 'settings',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      deserialize: (text) => parseSettings(text, path),
    });
    if (value === undefined) file.delete(key);
    else file.set(key, value);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SaveError(`Could not write ${path} (${code ?? message})`, {
      hint: 'Make sure the file and its folder are writable.',
      cause: error,
    });
  }
}
