import type { Command, Option } from 'commander';
import { findTask, isModelId, listModels, taskNamed, tasks, visibleLine } from '@tryout/engine';
import { callOf, type Call } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { commandTable, visibleCommands, type DefineCommand } from '../program/command-table.ts';
import { optionsOfOtherTasks } from './run/field-options.ts';
import { LAST, openHistory } from '../history/stored-runs.ts';
import { graphicsValues, historyValues, settingKeys } from '../settings.ts';
import { specsOf } from './run/parameters.ts';

export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

const FILES: readonly Candidate[] = [{ value: ':file' }];

/** `tryout complete -- words…`: completions of the last word, for the completion scripts. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('[words...]').action(async (words: readonly string[]) => {
    const call = await callOf(command, runtime);
    const current = words.at(-1) ?? '';
    const candidates = await candidatesFor(command.parent!, words, call);
    const lines = candidates
      .filter(({ value }) => value.startsWith(current) || value === ':file')
      .map(({ value, description = '' }) => `${visibleLine(value)}\t${visibleLine(description)}`.trimEnd());
    call.output.write(lines.map((line) => `${line}\n`).join(''));
  });
};

async function candidatesFor(
  program: Command,
  words: readonly string[],
  call: Call,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const { operands, awaiting } = parseWords(program, words.slice(0, -1));
  const [first, model] = operands;
  const command = program.commands.find((known) => known.name() === first);
  if (command) return commandCandidates(command, words.slice(words.indexOf(command.name()) + 1), call);
  if (awaiting || commandTable.some(({ name }) => name === first)) return [];
  if (current.startsWith('-')) return first === undefined ? optionCandidates(program) : [];
  if (first === undefined) {
    return [...commandNames(), ...taskCandidates(current)];
  }
  // The picker's arguments: a task, a model, inputs.
  const task = findTask(first);
  if (!task) return [];
  return model === undefined ? modelCandidates(task.id, current, call) : FILES;
}

async function commandCandidates(
  command: Command,
  words: readonly string[],
  call: Call,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const { operands, awaiting } = parseWords(command, words.slice(0, -1));
  const [task] = operands.flatMap((word) => findTask(word)?.id ?? []);
  if (awaiting) return valueCandidates(awaiting, task, current, call);
  if (current.startsWith('-')) return optionCandidates(command, task);
  const known = command.registeredArguments;
  const argument = known[operands.length] ?? (known.at(-1)?.variadic ? known.at(-1) : undefined);
  if (argument?.argChoices) return argument.argChoices.map((value) => ({ value }));
  switch (argument?.name()) {
    case 'command':
      return commandNames();
    case 'task':
      return taskCandidates(current);
    case 'input':
      return FILES;
    case 'id':
      return runCandidates(call);
    case 'run':
      return [...(await runCandidates(call)), ...FILES];
    case 'key':
      return settingKeys.map(({ name, description }) => ({ value: name, description }));
    case 'value':
      return settingCandidates(operands[1] ?? '', current, call);
    default:
      return [];
  }
}

async function settingCandidates(key: string, current: string, call: Call): Promise<readonly Candidate[]> {
  if (key === 'graphics') return Object.keys(graphicsValues).map((value) => ({ value }));
  if (key === 'history') return historyValues.map((value) => ({ value }));
  return key.startsWith('model.') ? modelCandidates(key.slice('model.'.length), current, call) : [];
}

const MAX_RUNS = 20;

/** The latest runs in the history; none if it cannot be read. */
async function runCandidates({ runtime }: Call): Promise<readonly Candidate[]> {
  const entries = await openHistory(runtime.environment)
    .list({ limit: MAX_RUNS })
    .catch(() => []);
  return [
    { value: LAST, description: 'the latest run in the history' },
    ...entries.map(({ id, task, input }) => ({ value: id, description: `${task}: ${input}` })),
  ];
}

/** Separates the words before the current one into operands and an option that awaits its value. */
function parseWords(command: Command, words: readonly string[]) {
  const operands: string[] = [];
  let awaiting: Option | undefined;
  for (const word of words) {
    if (awaiting) awaiting = undefined;
    else if (word.startsWith('-') && word.length > 1)
      awaiting = command.options.find(
        ({ long, short, required }) => required && (long === word || short === word),
      );
    else operands.push(word);
  }
  return { operands, awaiting };
}

function commandNames(): Candidate[] {
  return visibleCommands.map(({ name, summary }) => ({ value: name, description: summary }));
}

/** The tasks, and their aliases once a letter was typed. */
function taskCandidates(current: string): Candidate[] {
  return tasks.flatMap(({ id, label, aliases }) =>
    [id, ...(current === '' ? [] : aliases)].map((value) => ({ value, description: label })),
  );
}

function optionCandidates({ options }: Command, task?: string): Candidate[] {
  const excluded = task === undefined ? [] : optionsOfOtherTasks(taskNamed(task));
  return options.flatMap(({ long, description, hidden }) =>
    long && !hidden && !excluded.includes(long) ? [{ value: long, description }] : [],
  );
}

/** Candidates for an option's value, chosen by its placeholder in help. */
async function valueCandidates(
  { flags }: Option,
  task: string | undefined,
  current: string,
  call: Call,
): Promise<readonly Candidate[]> {
  const placeholder = /<(.+)>/.exec(flags)?.[1] ?? '';
  if (placeholder === 'language' || placeholder === 'client') {
    const { languageCandidates, clientCandidates } = await import('./snippet/choose-code.ts');
    return placeholder === 'language' ? languageCandidates() : clientCandidates();
  }
  if (placeholder === 'file' || placeholder === 'text') return FILES;
  if (placeholder === 'task') return taskCandidates(current);
  if (task === undefined) return [];
  if (placeholder === 'id') return modelCandidates(task, current, call);
  if (placeholder !== 'name=value') return [];
  const specs = await specsOf(taskNamed(task));
  return specs.map(({ name, description }) => ({ value: `${name}=`, description }));
}

/** Seconds to wait for the hub. */
const TIMEOUT = 2;
const MAX_MODELS = 30;

/** The task's matching models; none if the hub does not answer in time. */
async function modelCandidates(task: string, typed: string, call: Call): Promise<readonly Candidate[]> {
  const options = { ...call.options, quiet: true, timeout: TIMEOUT };
  try {
    return await withContext({ ...call, options }, async ({ connection, signal }) => {
      const query = { task, limit: MAX_MODELS, search: typed || undefined };
      for await (const { models } of listModels(connection, query, signal)) {
        // The shell may execute the completed text, so only valid IDs are safe.
        return models
          .filter(({ name }) => isModelId(name))
          .map(({ name, downloads }) => ({ value: name, description: `${downloads} downloads` }));
      }
      return [];
    });
  } catch {
    return [];
  }
}
