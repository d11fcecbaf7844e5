import {
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  parseShard,
  visibleLine,
  type FieldValue,
  type Task,
  type TypedParameters,
} from '@tryout/engine';
import { addAnswerOptions } from '../batch/answer-options.ts';
import { openSources } from '../batch/sources.ts';
import { closeJournal } from '../batch/start-batch.ts';
import { createCall, type Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import {
  collectValues,
  filledValue,
  integerBetween,
  parseDollars,
  recordOptions,
} from '../context/options.ts';
import { connectFrom, withContext } from '../context/with-context.ts';
import { withHome } from '../read-argv/paths.ts';
import type { HubJobOptions } from '../batch/jobs/jobs.ts';
import { readField, standardInputError } from '../read-argv/read-field.ts';
import type { DefineCommand } from '../runtime.ts';
import {
  checkOutputOptions,
  executeBatch,
  openJournal,
  type BatchOutputOptions,
} from '../batch/run-batch.ts';
import { assign } from '../read-argv/inputs.ts';
import {
  addChatOptions,
  addFieldOptions,
  fieldOptions,
  addRouteOptions,
  getTask,
  INPUTS,
  type RequestOptions,
} from '../read-argv/options.ts';
import { readPrompt, withPrompt } from '../read-argv/prompt.ts';
import { checkRequest, type CheckedRequest } from '../read-argv/request.ts';
import { defaultProvider } from '../context/settings.ts';
import { getModel } from '../read-argv/models.ts';

type BatchOptions = Omit<RequestOptions, 'model'> &
  BatchOutputOptions & {
    readonly model?: readonly string[];
    readonly mediaRoot?: string;
    readonly column?: Readonly<Record<string, string>>;
    readonly concurrency?: number;
    readonly maxCost?: number;
    readonly limit?: number;
    readonly sample?: number;
    readonly seed?: number;
    readonly shard?: string;
  } & HubJobOptions;

const examples = `
Sources are files, folders, globs, tables (CSV, TSV, JSONL, Parquet) and
datasets: hf://datasets/ORG/NAME[/CONFIG/SPLIT]. Columns named like an input
need no --column. An input option, such as --labels, is the same for all rows.

With -o, each finished row is written at once, and the same command continues
where it stopped: rows are known by their request, so you can edit, sort and
extend the source. Ctrl-C finishes the rows in flight.

Examples:
  tryout batch text-classification reviews.csv --column text=review -o out.jsonl
  tryout batch image-classification photos/ -m MODEL -m OTHER -o out.jsonl
  tryout batch text-generation reviews.csv --prompt "Rate 1-5: {{review}}" --dry-run
  tryout batch <task> --help    (the task's inputs and parameters)
`;

/** `tryout batch <task> [source…]`: runs models on many rows. */
export const define: DefineCommand = (command, runtime) => {
  command
    .helpOption(false)
    .usage('[options] <task> [source...]')
    .argument('[task]', 'a task; list them with tryout tasks')
    .argument('[source...]', 'files, folders, globs, tables or datasets')
    .optionsGroup(INPUTS);
  addFieldOptions(command);
  command
    .optionsGroup('Options:')
    .option('-h, --help', 'show help; with a task, its inputs and parameters')
    .option('-m, --model <id>', 'model ID, also with :PROVIDER; repeatable, to compare models', collectValues)
    .option('-o, --output <file>', 'JSON Lines with a line per row and model', filledValue)
    .option('--column <input=column>', 'column of an input; repeatable', collectColumn)
    .option(
      '--media-root <folder>',
      'folder of the files that cells name (default: the folder of their table)',
      filledValue,
    )
    .option(
      '--concurrency <n>',
      `requests in flight per provider (default ${DEFAULT_BATCH_CONCURRENCY})`,
      integerBetween(1, 256),
    )
    .option('--max-cost <usd>', 'stop before the output costs more US dollars', parseDollars)
    .option('--expected <column>', 'column with the expected answers; ends with a report', filledValue);
  addAnswerOptions(command);
  command
    .option('--limit <n>', 'use only the first rows', integerBetween(1, 1_000_000_000))
    .option('--sample <n>', 'use only n random rows', integerBetween(1, 1_000_000))
    .option('--seed <s>', 'other random rows for --sample (default 1)', integerBetween(0, 2 ** 32 - 1))
    .option('--retry-errors', 'run failed rows of the output again')
    .option(
      '--shard <i/n>',
      'run every n-th row, from the i-th on; auto reads the job of a scheduler',
      filledValue,
    )
    .option('--into <dataset>', 'also save the output in this dataset, and continue from it', filledValue)
    .option(
      '--hub-jobs <n>',
      'run on n Hugging Face Jobs, which save their outputs in --into',
      integerBetween(1, 100),
    )
    .option('--flavor <name>', 'hardware of the jobs (default cpu-basic)', filledValue)
    .option('--job-timeout <time>', 'time limit of a job, such as 30m (default 6h)', parseDuration)
    .option('-y, --yes', 'start jobs without a question')
    .option('--dry-run', 'print the first requests, the number of rows and the cost, and run nothing');
  addRouteOptions(command);
  addChatOptions(command);
  const typed = recordOptions(command);
  command.action(async (name: string | undefined, paths: readonly string[], options: BatchOptions) => {
    const call = await createCall(command, runtime);
    const { model: models = [], ...others } = options;
    const single = others as unknown as RequestOptions;
    const task = await getTask(call, command, name, single, examples);
    if (!task) return;
    const [label] = [single['label'] ?? []].flat();
    if (label !== undefined && !fieldOptions([task]).some((each) => each.name === 'label'))
      throw new UsageError(`${task.id} has no input --label`, {
        hint: `Use --expected ${visibleLine(String(label))} for the column with the expected answers.`,
      });
    if (paths.includes('-'))
      throw new UsageError('A batch reads files, not standard input', {
        hint: 'Save the rows to a file first. The batch can then continue where it stopped.',
      });
    checkOutputOptions(call, options);
    const { sample: size, seed } = options;
    if (seed !== undefined && size === undefined)
      throw new UsageError('--seed requires --sample N', { hint: 'It chooses the random rows.' });
    if (size !== undefined && options.limit !== undefined)
      throw new UsageError('--sample and --limit exclude each other', { hint: 'Use one of them.' });
    const prompt = await readPrompt(call, single);
    const request = withPrompt(await checkRequest(call, task, single, name), prompt, single);
    const chosen = await getPlaces(call, request, models, single);
    const values = await readConstants(call, task, single);
    const shard = options.shard === undefined ? undefined : parseShard(options.shard, runtime.environment);
    const { hubJobs, flavor, jobTimeout, yes } = options;
    if (hubJobs === undefined && (flavor ?? jobTimeout ?? yes) !== undefined)
      throw new UsageError('--flavor, --job-timeout and --yes require --hub-jobs', {
        hint: 'They are about the jobs that it starts.',
      });
    if (shard && hubJobs !== undefined)
      throw new UsageError('--hub-jobs and --shard exclude each other', { hint: 'Each job is a shard.' });
    if (paths.length === 0 && (prompt?.rows ?? []).length === 0)
      throw new UsageError('Missing argument <source>', { hint: 'Pass a table, a folder or a dataset.' });
    await withContext(
      call,
      async (context) => {
        const { signal } = context;
        const connection = connectFrom(context, call.output.note)(context.connection.token);
        const mediaRoot = options.mediaRoot === undefined ? undefined : withHome(options.mediaRoot);
        const places = { mediaRoot, signal };
        const { sources, files } = await openSources(connection, task, paths, prompt?.rows, places);
        const journal = await openJournal(call, connection, task, files, options, shard?.count);
        try {
          call.output.progress.note('Looking for the model');
          const { concurrency = DEFAULT_BATCH_CONCURRENCY, maxCost, limit, column, retryErrors } = options;
          const candidates = await findCandidates(connection, task, chosen, concurrency, signal);
          const { parameters, flags, billTo, schema, chat } = request;
          const run = { parameters, flags, billTo, schema, stream: false };
          const inputs = { task, candidates, run, values, prompt, chat, columns: column, sources };
          const sample = size === undefined ? undefined : { size, seed: seed ?? 1 };
          const limits = { concurrency, maxCost, limit, sample, shard, retriesErrors: retryErrors };
          const columnHint = (name: string) => `Add --column ${name}=COLUMN.`;
          const setup = { ...inputs, ...limits, columnHint };
          if (hubJobs === undefined || options.dryRun || !('close' in journal))
            return await executeBatch(call, setup, journal, options);
          const { runOnHub } = await import('../batch/jobs/run-on-hub.ts');
          await runOnHub(call, connection, setup, { paths, typed, mediaRoot }, journal, options);
        } finally {
          await closeJournal(journal);
        }
      },
      { sendToken: single.sendToken },
    );
  });
};

function collectColumn(word: string, earlier: TypedParameters = {}): TypedParameters {
  const at = word.indexOf('=');
  if (at < 1 || at === word.length - 1)
    throw new UsageError(`--column takes INPUT=COLUMN, not '${word}'`, {
      hint: 'For example --column text=review.',
    });
  return { ...earlier, [word.slice(0, at)]: word.slice(at + 1) };
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const MAX_DAYS = 7;

/** Seconds, as Hugging Face's own tools take them. */
function parseDuration(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)([a-z])?$/.exec(text) ?? [];
  const seconds = Math.round(Number(number) * (units[unit] ?? Number.NaN));
  if (seconds > 0 && seconds <= MAX_DAYS * units['d']!) return seconds;
  throw new UsageError(`Invalid --job-timeout '${text}'`, { hint: 'Use a time such as 30m or 2h.' });
}

async function getPlaces(
  call: Call,
  request: CheckedRequest,
  models: readonly string[],
  options: RequestOptions,
) {
  const places = [];
  for (const model of models) {
    const id = await getModel(call, { ...options, model });
    const provider = options.provider ?? defaultProvider(id, request.place.provider);
    places.push({ ...request.place, model: id, provider });
  }
  return places.length > 0 ? places : [request.place];
}

/** The inputs that are options. @throws InputError */
async function readConstants(
  { options: { literal }, output: { note } }: Call,
  task: Task,
  options: RequestOptions,
) {
  const values: Record<string, FieldValue> = {};
  const takeStandardInput = (): never => {
    throw standardInputError('in a batch');
  };
  const sources = { takeStandardInput, note, literal: literal === true };
  for (const [name, words] of assign(task, [], options))
    values[name] = await readField(task.fields[name]!, words, sources);
  return values;
}
