import type { Command, Option } from 'commander';
import {
  count,
  findTask,
  HUB_URL,
  isModelId,
  loadParameterSpecs,
  policies,
  taskNamed,
  tasks,
  timeAgo,
  visibleLine,
  type HistoryEntry,
  type HistoryFilter,
  type Task,
  type TaskId,
} from '@tryout/engine';
import { readSettings } from '@tryout/engine/node';
import { createCall, type Call } from '../context/context.ts';
import { isSandboxModel } from '../context/with-context.ts';
import { hubName, readListedModels } from '../history/listed-models.ts';
import { LAST, openHistory } from '../history/stored-runs.ts';
import type { DefineCommand } from '../runtime.ts';
import { settingKeys } from '../context/settings.ts';
import { optionsOfOtherTasks } from '../read-argv/options.ts';
import { clientNames, languageNames } from '../run/code.ts';

interface Candidate {
  readonly value: string;
  readonly description?: string;
}

const FILES: readonly Candidate[] = [{ value: ':file' }];

/** `tryout complete -- words…`: completions of the last word, for the completion scripts. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('[words...]').action(async (words: readonly string[]) => {
    const call = await createCall(command, runtime);
    const last = words.at(-1) ?? '';
    // The scripts print the option of `--option=value` before each value.
    const [, option, current = last] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
    const before = [...words.slice(0, -1), ...(option === undefined ? [] : [option])];
    const candidates = await candidatesFor(command.parent!, before, current, call);
    const lines = candidates
      .filter(({ value }) => value.startsWith(current) || value === ':file')
      .map(({ value, description = '' }) => `${visibleLine(value)}\t${visibleLine(description)}`.trimEnd());
    call.output.write(lines.map((line) => `${line}\n`).join(''));
  });
};

async function candidatesFor(
  program: Command,
  words: readonly string[],
  current: string,
  call: Call,
): Promise<readonly Candidate[]> {
  const { command, options, operands, pendingOption } = parseWords(program, words);
  const chatTask = tasks.find(({ conversation }) => command.name() === 'chat' && conversation)?.id;
  const [task = chatTask] = operands.flatMap((word) => findTask(word.replace(/^model\./, ''))?.id ?? []);
  const [model = '', policy] = current.split(':');
  const models = () =>
    policy === undefined
      ? modelCandidates(call, task, words.includes('--sandbox'))
      : Promise.resolve(policies.map((name) => ({ value: `${model}:${name}` })));
  if (pendingOption?.long === '--provider') return ['auto', ...policies].map((value) => ({ value }));
  if (pendingOption) return valueCandidates(pendingOption, task, current, models);
  if (current.startsWith('-')) {
    const otherOptions = task === undefined ? [] : optionsOfOtherTasks(taskNamed(task));
    return options.flatMap(({ long, description }) =>
      long && !otherOptions.includes(long) ? [{ value: long, description }] : [],
    );
  }
  const subcommands = operands.length === 0 ? commandCandidates(command) : [];
  const parameters = command.registeredArguments;
  const argument =
    parameters[operands.length] ?? (parameters.at(-1)?.variadic ? parameters.at(-1) : undefined);
  if (argument?.argChoices) return argument.argChoices.map((value) => ({ value }));
  switch (argument?.name()) {
    case 'command':
      return commandCandidates(program);
    case 'task':
      return [...subcommands, ...taskCandidates(current)];
    case 'input':
    case 'source':
    case 'file':
      return FILES;
    case 'model':
      return models();
    case 'id':
      return runCandidates(call);
    case 'run':
      return [...(await runCandidates(call)), ...FILES];
    case 'key':
      return settingKeys.map(({ name, description }) => ({ value: name, description }));
    case 'value': {
      if (task !== undefined) return models();
      const values = settingKeys.find(({ name }) => name === operands[0])?.values ?? [];
      return values.map((value) => ({ value }));
    }
    default:
      return subcommands;
  }
}

/** The command that the words before the current one call, its operands, and an option that awaits its value. */
function parseWords(program: Command, words: readonly string[]) {
  let command = program;
  let operands: string[] = [];
  let pendingOption: Option | undefined;
  // `history` and `config` list by default.
  const listOptions = () => command.commands.find((each) => each.name() === 'list')?.options ?? [];
  const options = () => [...new Set([...command.options, ...listOptions(), ...program.options])];
  for (const word of words) {
    const subcommand = command.commands.find((each) => operands.length === 0 && each.name() === word);
    if (pendingOption) pendingOption = undefined;
    else if (word.startsWith('-') && word.length > 1)
      pendingOption = options().find(
        ({ long, short, required }) => required && (long === word || short === word),
      );
    else if (subcommand) command = subcommand;
    else operands = [...operands, word];
  }
  return { command, options: options(), operands, pendingOption };
}

function commandCandidates(command: Command): Candidate[] {
  const commands = command.createHelp().visibleCommands(command);
  return commands.map((subcommand) => ({ value: subcommand.name(), description: subcommand.description() }));
}

/** The tasks, and their aliases once a letter was typed. */
function taskCandidates(current: string): Candidate[] {
  return tasks.flatMap(({ id, label, aliases }) =>
    [id, ...(current === '' ? [] : aliases)].map((value) => ({ value, description: label })),
  );
}

const MAX_RUNS = 20;
/** Runs that are read to find their models. */
const MAX_MODEL_RUNS = 200;

/** The latest runs in the history; none if it cannot be read. */
function latestRuns({ runtime }: Call, filter: HistoryFilter): Promise<readonly HistoryEntry[]> {
  return openHistory(runtime.environment)
    .list(filter)
    .catch(() => []);
}

async function runCandidates(call: Call): Promise<readonly Candidate[]> {
  const entries = await latestRuns(call, { limit: MAX_RUNS });
  return [
    { value: LAST, description: 'the latest run in the history' },
    ...entries.map((entry) => ({ value: entry.id, description: describe(entry) })),
    ...entries.flatMap((entry) =>
      entry.group !== undefined && entry.candidate === 1
        ? [{ value: entry.group, description: `comparison, ${describe(entry)}` }]
        : [],
    ),
  ];
}

function describe({ task, input, startedAt }: HistoryEntry): string {
  return `${timeAgo(new Date(startedAt))}, ${task}: ${input}`;
}

/** The models of the latest runs, then those listed last; without a task, only the former. Sends no request. */
async function modelCandidates(
  call: Call,
  task: TaskId | undefined,
  isSandbox: boolean,
): Promise<readonly Candidate[]> {
  const { environment } = call.runtime;
  const { hubUrl } = readSettings(environment, call.options);
  const hub = hubName(hubUrl, isSandbox);
  const isOfHub = (model: string) =>
    hub !== HUB_URL && !isSandbox ? true : isSandboxModel(model) === isSandbox;
  const runs = await latestRuns(call, { task, limit: MAX_MODEL_RUNS });
  const used = runs.flatMap(({ model, startedAt }) =>
    model !== undefined && isOfHub(model)
      ? [[model, `last run ${timeAgo(new Date(startedAt))}`] as const]
      : [],
  );
  const listed = task === undefined ? [] : await readListedModels(environment, hub, task);
  const all = [
    ...used,
    ...listed.map(([name, downloads]) => [name, `${count(downloads)} downloads`] as const),
  ];
  // Bash inserts words as they are, so others could be commands.
  const firstOfEach = all.filter(
    ([name], index) => isModelId(name) && index === all.findIndex(([other]) => other === name),
  );
  return firstOfEach.map(([value, description]) => ({ value, description }));
}

/** Candidates for an option's value, chosen by its placeholder in help. */
async function valueCandidates(
  { flags, argChoices }: Option,
  task: TaskId | undefined,
  current: string,
  models: () => Promise<readonly Candidate[]>,
): Promise<readonly Candidate[]> {
  if (argChoices) return argChoices.map((value) => ({ value }));
  switch (/<(.+)>/.exec(flags)?.[1]) {
    case 'file':
    case 'folder':
    case 'text':
      return FILES;
    case 'task':
      return taskCandidates(current);
    case 'id':
      return models();
    case 'language':
      return languageNames.map((value) => ({ value }));
    case 'client':
      return clientNames.map((value) => ({ value }));
    case 'name=value':
      return task === undefined ? [] : parameterCandidates(taskNamed(task));
    default:
      return [];
  }
}

/** A task's parameters, followed by its chat-only parameters. */
async function parameterCandidates(task: Task): Promise<readonly Candidate[]> {
  const kinds = task.conversation ? [false, true] : [false];
  const forms = await Promise.all(kinds.map((isChat) => loadParameterSpecs(task, isChat)));
  const byName = new Map(forms.flat().map(({ name, description }) => [name, description]));
  return [...byName].map(([name, description]) => ({ value: `${name}=`, description }));
}
