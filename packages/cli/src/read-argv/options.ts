import {
  MAX_CANDIDATES,
  MIN_CANDIDATES,
  parameterRefusal,
  requestFlags,
  taskNamed,
  getOptionName,
  isListField,
  splitAtCommas,
  tasks,
  type RequestFlag,
  type TypedParameters,
  type FieldKind,
  type Task,
} from '@tryout/engine';
import type { Command, Option } from 'commander';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { filledValue, collectValues } from '../context/options.ts';
import { fold } from '../screen/word-wrap.ts';

/** The options of run and snippet. Input options are accessed by index. */
export interface RequestOptions extends Readonly<Record<string, unknown>> {
  readonly model?: string;
  /** The models of `tryout compare`. */
  readonly models?: readonly string[];
  readonly provider?: string;
  readonly endpointUrl?: string;
  readonly param?: TypedParameters;
  readonly stream: boolean;
  readonly billTo?: string;
  readonly sendToken?: boolean;
  readonly help?: boolean;
  readonly system?: string;
  readonly prompt?: string;
  readonly schema?: string;
}

export interface CodeOptions {
  readonly lang?: string;
  readonly client?: string;
  readonly withToken?: boolean;
}

/** The heading of the options for inputs. */
export const INPUTS = 'Inputs:';

/** Adds the arguments and options shared by run, compare and snippet. @param isComparison takes several models */
export function addRequestOptions(command: Command, isComparison = false): void {
  command
    .helpOption(false)
    .usage('[options] <task> [input...]')
    .argument('[task]', 'a task; list them with tryout tasks')
    .argument('[input...]', "the model's inputs")
    .optionsGroup(INPUTS);
  addFieldOptions(command);
  command.optionsGroup('Options:').option('-h, --help', 'show help; with a task, its inputs and parameters');
  addRunOptions(command, isComparison);
}

/** Adds the options that say where and how a model runs. */
export function addRunOptions(command: Command, isComparison = false): void {
  if (!isComparison) {
    addPlaceOptions(command);
    addChatOptions(command);
    return;
  }
  addModelsOption(command);
  addRouteOptions(command, false);
  command.option(...systemOption);
}

const systemOption = ['--system <text>', 'system prompt for a chat, or @FILE', filledValue] as const;

/** `-m`, as often as there are models. */
function addModelsOption(command: Command): void {
  const help = `model ID, or ID:PROVIDER; ${MIN_CANDIDATES} to ${MAX_CANDIDATES} times`;
  const option = command.createOption('-m, --model <id>', help).argParser(collectValues);
  command.addOption(Object.assign(option, { attributeName: () => 'models' }));
}

/** Adds the options of conversations. */
export function addChatOptions(command: Command): void {
  command
    .option(...systemOption)
    .option(
      '--prompt <text>',
      'template of the message with {{names}}, @FILE or a .prompt.yml file',
      filledValue,
    )
    .option('--schema <file>', 'JSON Schema that the answer of a chat has to fit', filledValue);
}

/** The same without those of a task. @param defaultModel shown in the help */
export function addPlaceOptions(
  command: Command,
  defaultModel = "tryout config, then the hub's default for the task",
): void {
  command.option(
    '-m, --model <id>',
    `model ID or the URL of its page (default: ${defaultModel})`,
    filledValue,
  );
  addRouteOptions(command);
}

/** The same without the model. @param hasEndpoint whether a custom endpoint may run it */
export function addRouteOptions(command: Command, hasEndpoint = true): void {
  command.option('--provider <name>', 'provider name, or auto, fastest, cheapest or preferred', filledValue);
  if (hasEndpoint) command.option('--endpoint-url <url>', 'custom endpoint URL', filledValue);
  command
    .option('-p, --param <name=value>', 'parameter of the task; repeatable', collectParameter)
    .option('--no-stream', 'wait for the full answer instead of streaming it')
    .option('--bill-to <organization>', 'organization to bill', filledValue);
  if (hasEndpoint) command.option('--send-token', 'also send your token to endpoints on other hosts');
  for (const { name, label } of requestFlags)
    command.option(`--${name}`, label[0]!.toLowerCase() + label.slice(1));
}

/** The flags that were given. commander turns `--no-cache` into `cache: false`. */
export function getFlags(options: RequestOptions): RequestFlag[] {
  const names = requestFlags.map(({ name }) => name);
  return names.filter((name) => options[name.replace(/^no-/, '')] === !name.startsWith('no-'));
}

/** Adds the options that choose the code. */
export function addCodeOptions(command: Command): void {
  const options = [
    command.createOption('--lang <language>', 'code language').argParser(filledValue),
    command
      .createOption('--client <client>', 'code client; tryout snippet --help lists languages and clients')
      .argParser(filledValue),
    command.createOption('--with-token', 'include your token in the code instead of an environment variable'),
  ];
  for (const option of options) command.addOption(option.implies({ snippet: true }));
}

/**
 * The task of run and snippet. With `--help`, prints the help for the task or the command.
 * @returns undefined if the help was printed
 * @throws UsageError without a task, InputError for an unknown one
 */
export async function getTask(
  { output }: Call,
  command: Command,
  name: string | undefined,
  { help }: RequestOptions,
  examples: string,
): Promise<Task | undefined> {
  const task = name === undefined ? undefined : taskNamed(name);
  if (!task && !help)
    throw new UsageError('Missing argument <task>', { hint: 'List the tasks with tryout tasks.' });
  if (!help) return task;
  const text = task
    ? await (await import('./task-help.ts')).taskHelp(command, task)
    : command.helpInformation() + examples;
  output.write(fold(text, output.terminal.columns));
  return undefined;
}

function collectParameter(word: string, earlier: TypedParameters = {}): TypedParameters {
  const separator = word.indexOf('=');
  if (separator < 1) {
    throw new UsageError(`--param takes name=value, not '${word}'`, { hint: 'For example --param top_k=3.' });
  }
  const name = word.slice(0, separator);
  const value = word.slice(separator + 1);
  const refusal = parameterRefusal(name, value);
  if (refusal) throw new UsageError(refusal.message, { hint: refusal.hint });
  if (Object.hasOwn(earlier, name)) {
    throw new UsageError(`--param ${name} was given twice`, { hint: 'Use each parameter only once.' });
  }
  return { ...earlier, [name]: value };
}

const help: Readonly<Record<FieldKind, readonly [placeholder: string, description: string]>> = {
  text: ['text', 'text, @FILE, or - for standard input'],
  image: ['file', 'image file, or - for standard input'],
  audio: ['file', 'audio file, or - for standard input'],
  json: ['table', 'JSON, CSV or TSV file, JSON as text, or - for standard input'],
  list: ['text', 'text; repeatable; @FILE and - contain one per line'],
};

/**
 * The input options of the given tasks, without duplicates.
 * @returns names without leading hyphens, for example `source-sentence`, and the fields with their keys
 */
export function fieldOptions(of: readonly Task[] = tasks) {
  const all = of.flatMap(({ fields }) =>
    Object.entries(fields).map(([key, field]) => ({ name: getOptionName(key, field), key, field })),
  );
  return all.filter(({ name }, index) => index === all.findIndex((other) => other.name === name));
}

/** The options of other tasks' fields, for example `--audio`, and their short forms. */
export function optionsOfOtherTasks(task: Task): readonly string[] {
  const names = fieldOptions([task]).map(({ name }) => name);
  return fieldOptions().flatMap(({ name }) => (names.includes(name) ? [] : [`--${name}`, `--${name}s`]));
}

/** The input options for the media of a conversation. */
export const CHAT_OPTIONS = ['image', 'audio', 'video'] as const;

/** Whether an input option belongs to the conversations of a task, not to its form. */
export function isChatOption({ conversation, fields }: Task, name: string): boolean {
  return (
    conversation !== undefined &&
    CHAT_OPTIONS.some((option) => option === name) &&
    !Object.hasOwn(fields, name)
  );
}

/** An option's key in commander's values: `sourceSentence` for `source-sentence`. */
export function optionKey(name: string): string {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Adds the options for the inputs of all tasks. */
export function addFieldOptions(command: Command): void {
  for (const { name, field } of fieldOptions()) {
    const [placeholder, description] = help[field.kind];
    const option = command.createOption(`--${name} <${placeholder}>`, description);
    if (isListField(field)) option.argParser(collectValues);
    else option.argParser(filledValue);
    command.addOption(option);
    if (isListField(field) && field.splitsAtCommas) command.addOption(commaOption(command, name));
  }
}

/** `--labels a,b,c`, short for three times `--label`. */
function commaOption(command: Command, name: string): Option {
  const option = command
    .createOption(`--${name}s <a,b,c>`, `comma-separated values for --${name}`)
    .argParser((value: string, earlier: readonly string[] = []) => [...earlier, ...splitAtCommas(value)]);
  // Commander then keeps the values of both options in one list.
  return Object.assign(option, { attributeName: () => optionKey(name) });
}
