import type { Command, Option } from 'commander';
import { isTaskId, taskNamed, tasks } from '@tryout/engine';
import { addCommonOptions } from '../../program/common-options.ts';
import { commandTable } from '../../program/command-table.ts';
import type { DefineCommand } from '../../program/define-command.ts';
import type { Call } from '../../context/context.ts';
import { fieldOptions } from '../run/field-options.ts';
import { specsOf } from '../run/typed-parameters.ts';
import { modelCandidates } from './model-candidates.ts';
import { sortWords } from './words-before.ts';

/** One thing that a word can become. */
export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

type LoadCommand = Parameters<DefineCommand>[2];

const FILES: readonly Candidate[] = [{ value: ':file' }];

/** What the last of the words after the program's name can become; the shell keeps those that begin with it. */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  call: Call,
  load: LoadCommand,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const { operands, awaiting } = sortWords(program, words.slice(0, -1));
  const entry = commandTable.find(({ name }) => name === operands[0]);
  if (!entry) {
    if (awaiting) return [];
    if (current.startsWith('-')) return operands.length > 0 ? [] : optionCandidates(program);
    return placeCandidates(operands, current, call);
  }
  const command = program.commands.find((known) => known.name() === entry.name);
  if (!command) return [];
  if (entry.name !== call.runtime.arguments[0]) {
    const define = await load(entry.name);
    await define(command, call.runtime, load);
    addCommonOptions(command);
  }
  return withinCommand(command, words.slice(words.indexOf(entry.name) + 1), call);
}

/** The words that say where the picker opens: a task, where a command could stand as well, then a model, then inputs. */
async function placeCandidates(
  [task, model]: readonly string[],
  current: string,
  call: Call,
): Promise<readonly Candidate[]> {
  if (task === undefined) return [...commandCandidates(), ...taskCandidates()];
  if (!isTaskId(task)) return [];
  return model === undefined ? modelCandidates(task, current, call) : FILES;
}

function taskCandidates(): Candidate[] {
  return tasks.map(({ id, label }) => ({ value: id, description: label }));
}

function commandCandidates(): Candidate[] {
  return commandTable
    .filter(({ hidden }) => !hidden)
    .map(({ name, summary }) => ({ value: name, description: summary }));
}

function optionCandidates({ options }: Command, leftOut: ReadonlySet<string> = new Set()): Candidate[] {
  return options.flatMap(({ long, description, hidden }) =>
    long && !hidden && !leftOut.has(long) ? [{ value: long, description }] : [],
  );
}

async function withinCommand(
  command: Command,
  words: readonly string[],
  call: Call,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const { operands, awaiting } = sortWords(command, words.slice(0, -1));
  const task = operands.find(isTaskId);
  if (awaiting) return valueCandidates(awaiting, task, current, call);
  if (current.startsWith('-')) {
    return optionCandidates(command, task === undefined ? undefined : foreignOptions(task));
  }
  const known = command.registeredArguments;
  const argument = known[operands.length] ?? (known.at(-1)?.variadic ? known.at(-1) : undefined);
  if (argument?.argChoices) return argument.argChoices.map((value) => ({ value }));
  if (argument?.name() === 'task') return taskCandidates();
  return argument?.name() === 'input' ? FILES : [];
}

/** Inputs that only other tasks take. */
function foreignOptions(task: string): ReadonlySet<string> {
  const own = new Set(fieldOptions([taskNamed(task)]).map(({ name }) => name));
  return new Set(
    fieldOptions()
      .filter(({ name }) => !own.has(name))
      .map(({ name }) => `--${name}`),
  );
}

/** What stands for a value in an option's help says what it takes. */
async function valueCandidates(
  { flags }: Option,
  task: string | undefined,
  current: string,
  call: Call,
): Promise<readonly Candidate[]> {
  const placeholder = /<(.+)>/.exec(flags)?.[1];
  // Texts may be read from files.
  if (placeholder === 'file' || placeholder === 'text') return FILES;
  if (placeholder === 'language' || placeholder === 'client') {
    const { languageCandidates, clientCandidates } = await import('./code-candidates.ts');
    return placeholder === 'language' ? languageCandidates() : clientCandidates();
  }
  if (placeholder === 'name=value' && task !== undefined) {
    const specs = await specsOf(taskNamed(task));
    return specs.map(({ name, description }) => ({ value: `${name}=`, description }));
  }
  return placeholder === 'id' && task !== undefined ? modelCandidates(task, current, call) : [];
}
