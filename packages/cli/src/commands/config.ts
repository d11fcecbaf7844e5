import { createCall, type Call } from '../context/context.ts';
import { rejectArguments } from '../context/errors.ts';
import { table, type Column } from '../screen/table.ts';
import type { DefineCommand } from '../runtime.ts';
import {
  checkSetting,
  readSettingsFile,
  settingKey,
  settingKeys,
  settingsPath,
  saveSetting,
} from '../context/settings.ts';

const columns: readonly Column<readonly [key: string, value: string | undefined]>[] = [
  { title: 'SETTING', value: ([key]) => key },
  { title: 'VALUE', value: ([, value = '']) => value },
];

const otherKeys = settingKeys.filter(({ name }) => !name.startsWith('model.'));

const help = `
Settings:
  model.<task>  default model for a task
${otherKeys.map(({ name, description }) => `  ${name.padEnd(14)}${description}`).join('\n')}

Options override settings. Only models, graphics and history apply with --sandbox.

Examples:
  tryout config set model.summarization facebook/bart-large-cnn
  tryout config set provider groq
  tryout config unset provider
`;

/** `tryout config [list|get|set|unset|path]`: shows and changes settings. */
export const define: DefineCommand = (command, runtime) => {
  const call = () => createCall(command, runtime);
  const path = () => settingsPath(runtime.environment);
  command.addHelpText('after', help);
  const listCommand = command
    .command('list', { isDefault: true })
    .description('list all settings (default)')
    .action(async () => list(await call(), path()));
  rejectArguments(listCommand);
  command
    .command('get')
    .description('print a setting')
    .argument('<key>', 'a setting')
    .action(async (key: string) => get(await call(), path(), key));
  command
    .command('set')
    .description('change a setting')
    .argument('<key>', 'a setting')
    .argument('<value>', 'its new value')
    .action(async (key: string, value: string) => change(await call(), path(), key, value));
  command
    .command('unset')
    .description('remove a setting')
    .argument('<key>', 'a setting')
    .action(async (key: string) => change(await call(), path(), key));
  command
    .command('path')
    .description('print the path of the settings file')
    .action(async () => print(await call(), path()));
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

/** Sets a value; without one, removes the setting. An invalid file is not replaced. */
async function change({ options, output }: Call, path: string, name: string, value?: string): Promise<void> {
  const key = settingKey(name);
  if (value !== undefined) checkSetting(key, value);
  const wasSet = (await readSettingsFile(path))[key.name] !== undefined;
  if (value !== undefined || wasSet) await saveSetting(path, key.name, value);
  if (options.json) return output.json({ [key.name]: value ?? null });
  if (value !== undefined) return output.note(`Set ${key.name} to ${value}.`);
  output.note(wasSet ? `Unset ${key.name}.` : `${key.name} is not set.`);
}
