import {
  fieldText,
  isFileField,
  isFileInput,
  isListField,
  getJsonFile,
  getOptionName,
  type Field,
  type FieldValue,
  type JsonSchema,
  type Values,
} from '../fields/index.ts';
import { HUB_URL, INFERENCE_URL, type Connection } from '../http/index.ts';
import { getServerName, type InferenceRequest, type PlannedRun } from '../request/index.ts';
import { withSchema, type RunChoices } from '../spec/index.ts';
import { emptyChat, taskNamed, type Task, type TypedParameters } from '../tasks/index.ts';
import { attempt } from '../text/index.ts';
import { downloadCommands, filePath, routedModel } from './client.ts';
import { fitsArgument, shellWord } from './literals.ts';

interface Word {
  readonly words: readonly string[];
  /** What standard input has to contain, for the one input that is read from it. */
  readonly piped?: string;
}

const PROGRAM = 'tryout';

/**
 * The `tryout` command that sends the same request.
 * @param program the words that start it
 * @returns undefined if no command can: for conversations with earlier messages, and for several large inputs
 */
export function tryoutCommand(
  { wire, run }: InferenceRequest,
  { hubUrl, inferenceUrl }: Pick<Connection, 'hubUrl' | 'inferenceUrl'>,
  isSandbox: boolean,
  program: readonly string[] = [PROGRAM],
): string | undefined {
  const { task: id, route, values, parameters, stream, billTo, flags = [], chat = emptyChat } = run;
  const { conversation } = route;
  const task = taskNamed(id);
  if (chat.exchanges.length > 0) return undefined;
  const inputs = Object.entries(task.fields).flatMap(([name, field]) =>
    inputWords(name, field, values[name]),
  );
  const piped = inputs.flatMap(({ piped: text }) => (text === undefined ? [] : [text]));
  if (piped.length > 1) return undefined;
  const texts = Object.values(values).flatMap((value) => (isFileInput(value) ? [] : [value].flat()));
  const images = chat.images.map((image) => (isFileInput(image) ? filePath(image) : image.url));
  const words = [
    [...program, ...(conversation ? ['chat'] : ['run', id])],
    ...placeWords(run),
    ...parameters.map(({ name, value }) => [
      '-p',
      `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]),
    ...(billTo === undefined ? [] : [['--bill-to', billTo]]),
    ...(conversation && !stream ? [['--no-stream']] : []),
    ...flags.map((flag) => [`--${flag}`]),
    ...(chat.system === '' ? [] : [['--system', chat.system]]),
    ...(chat.system.startsWith('@') || texts.some(mayNameFile) ? [['--literal']] : []),
    ...images.map((path) => ['--image', path]),
    ...hubWords(hubUrl, inferenceUrl, isSandbox),
    ...(conversation
      ? [['--', ...inputs.flatMap(({ words: [, text = ''] }) => [text])]]
      : inputs.map((input) => input.words)),
  ];
  const command = words.map((group) => group.map(shellWord).join(' ')).join(' \\\n  ');
  const printing = piped.map((text) => `printf '%s' ${shellWord(text)} | `);
  return [...downloadCommands(wire.body), `${printing.join('')}${command}\n`].join('\n');
}

/** What a batch runs, as `tryout batch` takes it. */
interface BatchCommand {
  readonly task: Task;
  readonly sources: readonly string[];
  readonly models: readonly string[];
  readonly output: string;
  /** By field. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly label?: string | undefined;
  readonly mediaRoot?: string | undefined;
  /** The inputs that are the same in all rows. */
  readonly values: Values;
  readonly prompt?: string | undefined;
  readonly system?: string | undefined;
  readonly parameters: TypedParameters;
  readonly choices: RunChoices;
  /** US dollars. */
  readonly maxCost?: number | undefined;
  readonly retriesErrors: boolean;
}

/** The `tryout batch` command of a batch, which also continues it. @param program the words that start it */
export function tryoutBatchCommand(
  { task, columns = {}, values, prompt, system, choices, ...batch }: BatchCommand,
  { hubUrl, inferenceUrl }: Pick<Connection, 'hubUrl' | 'inferenceUrl'>,
  isSandbox: boolean,
  program: readonly string[] = [PROGRAM],
): string {
  const { provider, endpointUrl, billTo, flags = [], schema = '' } = choices;
  // The option takes a file.
  const withFormat = attempt(() => withSchema(batch.parameters, JSON.parse(schema) as JsonSchema));
  const option = (name: string, value: string | undefined) => (value ? [`--${name}`, value] : []);
  const inputs = Object.entries(task.fields).flatMap(([name, field]) =>
    inputWords(name, field, values[name]).flatMap(({ words }) => words),
  );
  const texts = [prompt, system, ...Object.values(values).flat()];
  const words = [
    // A name that starts with a dash would be an option.
    ...[...program, 'batch', task.id, ...batch.sources.map((source) => source.replace(/^-/, './-'))],
    ...batch.models.flatMap((model) => ['-m', model]),
    ...option('endpoint-url', endpointUrl),
    ...(endpointUrl === undefined ? option('provider', provider) : []),
    ...Object.entries(columns).flatMap(([name, column]) => ['--column', `${name}=${column}`]),
    ...inputs,
    ...option('prompt', prompt),
    ...option('system', system),
    ...option('expected', batch.label),
    ...option('media-root', batch.mediaRoot),
    ...Object.entries(withFormat ?? batch.parameters).flatMap(([name, value]) => ['-p', `${name}=${value}`]),
    ...option('bill-to', billTo),
    ...option('max-cost', batch.maxCost?.toString()),
    ...(texts.some(mayNameFile) ? ['--literal'] : []),
    ...flags.map((flag) => `--${flag}`),
    ...hubWords(hubUrl, inferenceUrl, isSandbox).flat(),
    ...['-o', batch.output],
    ...(batch.retriesErrors ? ['--retry-errors'] : []),
  ];
  return words.map(shellWord).join(' ');
}

function inputWords(name: string, field: Field, value: FieldValue | undefined): Word[] {
  const option = `--${getOptionName(name, field)}`;
  if (value === undefined) return [];
  if (isFileInput(value)) return [{ words: [option, filePath(value)] }];
  if (isListField(field)) return (value as readonly string[]).map((entry) => ({ words: [option, entry] }));
  const path = getJsonFile(value);
  if (path !== undefined) return [{ words: [option, path] }];
  const text = fieldText(field, value);
  if (!isFileField(field) && fitsArgument(text) && text !== '-') return [{ words: [option, text] }];
  return [{ words: [option, '-'], piped: text }];
}

function placeWords(run: PlannedRun): string[][] {
  const { route } = run;
  const model = routedModel(run);
  const models = model === undefined ? [] : [['-m', model]];
  switch (route.kind) {
    case 'chat-router':
      return models;
    case 'endpoint':
      return [...models, ['--endpoint-url', route.url]];
    default:
      return [...models, ['--provider', getServerName(route)]];
  }
}

function hubWords(hubUrl: string, inferenceUrl: string, isSandbox: boolean): string[][] {
  if (isSandbox) return [['--sandbox']];
  return [
    ...(hubUrl === HUB_URL ? [] : [['--hub-url', hubUrl]]),
    ...(inferenceUrl === INFERENCE_URL ? [] : [['--inference-url', inferenceUrl]]),
  ];
}

/** Whether the command line might take a string for a file. */
function mayNameFile(text: FieldValue | undefined): boolean {
  return typeof text === 'string' && (text.startsWith('@') || !/\s/.test(text));
}
