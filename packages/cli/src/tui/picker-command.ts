import type { Command } from 'commander';
import { findTask, isModelId, taskNamed } from '@tryout/engine';
import { createCall, isInteractive, silenceDependencies, type Call } from '../context/context.ts';
import { resolveModel } from '../read-argv/models.ts';
import { unknownCommand, UsageError } from '../context/errors.ts';
import type { PickerOpening, Runtime } from '../runtime.ts';
import { graphicsValues, readUserSettings } from '../context/settings.ts';
import { findAgentVariable } from '../screen/terminal.ts';
import type { Opening } from './hooks/opening.ts';

/**
 * `tryout [task] [model] [input…]`: opens the picker at that place.
 * @throws UsageError without a terminal, or for words that do not name a task
 */
export async function picker(
  command: Command,
  runtime: Runtime,
  { options, chat, run }: PickerOpening = {},
): Promise<void> {
  const words = options || chat || run ? [] : command.args;
  const call = { ...(await createCall(command, runtime)), ...(options && { options }) };
  const opening = run
    ? { task: run.run.task, inputs: [], run }
    : chat
      ? { task: chat.task, inputs: [], chat }
      : await parseOpening(words, call, command);
  if (call.options.json)
    throw new UsageError('The picker does not support --json', {
      hint: `Use ${runCommand(opening)} --json.`,
    });
  if (!isInteractive(runtime)) {
    const variable = findAgentVariable(runtime.environment);
    if (opening.task === undefined && !variable) runtime.errors.write(command.helpInformation());
    const reason = variable ? `does not open while ${variable} is set` : 'requires a terminal';
    const help = variable
      ? 'Use tryout run <task> [input...]; tryout tasks lists the tasks.'
      : 'See tryout --help.';
    throw new UsageError(`The picker ${reason}`, {
      hint: opening.task === undefined ? help : `Use ${runCommand(opening)} instead.`,
    });
  }
  // Even with --debug: logs would be written over the screen.
  silenceDependencies();
  const settings = await readUserSettings(runtime.environment);
  const graphics = graphicsValues[settings['graphics'] ?? 'auto'];
  const environment = { TRYOUT_GRAPHICS: graphics, ...runtime.environment };
  const { openPicker } = await import('./open-picker.tsx');
  await openPicker({ ...call, runtime: { ...runtime, environment } }, opening, settings);
}

/** The `tryout run` command for the same task and model. */
function runCommand({ task = '<task>', model }: Opening): string {
  return ['tryout run', task, ...(model !== undefined && isModelId(model) ? ['-m', model] : [])].join(' ');
}

async function parseOpening(
  [task, model, ...inputs]: readonly string[],
  { runtime, options }: Call,
  program: Command,
): Promise<Opening> {
  if (task === undefined) return { inputs: [] };
  // A word without a hyphen is probably a misspelled command.
  if (!findTask(task) && !task.includes('-')) throw unknownCommand(program, task);
  const { id } = taskNamed(task);
  if (model === undefined) return { task: id, taskName: task, inputs };
  const hint = `Put the model before it, or use tryout run ${id} ${model}.`;
  return { task: id, model: await resolveModel(model, runtime.environment, options, hint), inputs };
}
