import { setFlagsFromString } from 'node:v8';
import {
  findCandidates,
  parseShard,
  countRuns,
  runBatch,
  splitAtCommas,
  type BatchJournal,
  type BatchSetup,
  type BatchSource,
  type FieldValue,
  type PromptTemplate,
  type Task,
  type TypedParameters,
} from '@tryout/engine';
import { openBatchOutput, sourceFromPath, type BatchOutput } from '@tryout/engine/node';
import { createCall, type Call, type Context } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { collectValues, filledValue, integerBetween } from '../context/options.ts';
import { connectFrom, withContext } from '../context/with-context.ts';
import { withHome } from '../files/paths.ts';
import { readField } from '../inputs/read-field.ts';
import { noStandardInput } from '../inputs/read-text.ts';
import type { DefineCommand } from '../runtime.ts';
import {
  batchProgress,
  getBatchError,
  previewBatch,
  reportSummary,
  requirePrices,
  standardOutputJournal,
  summaryJson,
} from '../run/batch.ts';
import { assign } from '../run/inputs.ts';
import {
  addChatOptions,
  addFieldOptions,
  addRouteOptions,
  getTask,
  INPUTS,
  type RequestOptions,
} from '../run/options.ts';
import { readPrompt, withPrompt } from '../run/prompt.ts';
import { checkRequest, getModel, type CheckedRequest } from '../run/request.ts';
import { isPipeClosed } from '../system/signals.ts';

type BatchOptions = Omit<RequestOptions, 'model'> & {
  readonly model?: readonly string[];
  readonly output?: string;
  readonly column?: Readonly<Record<string, string>>;
  readonly concurrency?: number;
  readonly maxCost?: number;
  readonly limit?: number;
  /** A column. */
  readonly label?: string;
  readonly labels?: readonly string[];
  readonly retryErrors?: boolean;
  readonly shard?: string;
  readonly dryRun?: boolean;
};

const DEFAULT_CONCURRENCY = 8;

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
  // `--label` is a column here.
  addFieldOptions(command, 'label');
  command.option('--labels <a,b,c>', 'comma-separated candidate labels', (text: string) =>
    splitAtCommas(text),
  );
  command
    .optionsGroup('Options:')
    .option('-h, --help', 'show help; with a task, its inputs and parameters')
    .option('-m, --model <id>', 'model ID, also with :PROVIDER; repeatable, to compare models', collectValues)
    .option('-o, --output <file>', 'JSON Lines with a line per row and model', filledValue('--output'))
    .option('--column <input=column>', 'column of an input; repeatable', collectColumn)
    .option(
      '--concurrency <n>',
      `requests in flight per provider (default ${DEFAULT_CONCURRENCY})`,
      integerBetween('--concurrency', 1, 256),
    )
    .option('--max-cost <usd>', 'stop before the output costs more US dollars', parseCost)
    .option(
      '--label <column>',
      'column with the expected answers; ends with a report',
      filledValue('--label'),
    )
    .option('--limit <n>', 'use only the first rows', integerBetween('--limit', 1, 1_000_000_000))
    .option('--retry-errors', 'run failed rows of the output again')
    .option(
      '--shard <i/n>',
      'run every n-th row, from the i-th on; auto reads the job of a scheduler',
      filledValue('--shard'),
    )
    .option('--dry-run', 'print the first requests, the number of rows and the cost, and run nothing');
  addRouteOptions(command);
  addChatOptions(command);
  command.action(async (name: string | undefined, paths: readonly string[], options: BatchOptions) => {
    const call = await createCall(command, runtime);
    const { model: models = [], label: _label, labels, ...others } = options;
    const single = { ...others, label: labels } as unknown as RequestOptions;
    const task = await getTask(call, command, name, single, examples);
    if (!task) return;
    checkOutputOptions(call, options);
    const prompt = await readPrompt(call, single);
    const request = withPrompt(await checkRequest(call, task, single, name), prompt, single);
    const destinations = await getDestinations(call, request, models, single);
    const values = await readConstants(call, task, single);
    const shard = options.shard === undefined ? undefined : parseShard(options.shard, runtime.environment);
    if (paths.length === 0 && (prompt?.rows ?? []).length === 0)
      throw new UsageError('Missing argument <source>', { hint: 'Pass a table, a folder or a dataset.' });
    await withContext(
      call,
      async (context) => {
        const { connection, sources, files } = await openSources(call, context, task, paths, prompt);
        const journal = await openJournal(call, task, files, options);
        try {
          call.output.progress.note('Looking for the model');
          const { concurrency = DEFAULT_CONCURRENCY, maxCost, limit, column, retryErrors } = options;
          const candidates = await findCandidates(
            connection,
            task,
            destinations,
            concurrency,
            context.signal,
          );
          const { parameters, flags, billTo, schema, chat } = request;
          const run = { parameters, flags, billTo, schema, stream: false };
          const inputs = { task, candidates, run, values, prompt, chat, columns: column, sources };
          const limits = { concurrency, maxCost, limit, shard, retriesErrors: retryErrors };
          await execute(call, { ...inputs, ...limits }, journal, options);
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

function parseCost(text: string): number {
  const cost = text.trim() === '' ? Number.NaN : Number(text.replace(/^\$/, ''));
  if (cost > 0 && Number.isFinite(cost)) return cost;
  throw new UsageError(`Invalid --max-cost '${text}'`, { hint: 'Use US dollars, for example 2.50.' });
}

/** @throws UsageError */
function checkOutputOptions(
  { options: { json } }: Call,
  { output, retryErrors, dryRun, label }: BatchOptions,
) {
  const isFile = output !== undefined && output !== '-';
  if (json && !isFile && !dryRun)
    throw new UsageError('--json requires -o FILE', { hint: 'Without it, the rows go to standard output.' });
  if (label !== undefined && !isFile)
    throw new UsageError('--label requires -o FILE', { hint: 'The report is computed from the output.' });
  if (retryErrors && !isFile)
    throw new UsageError('--retry-errors requires -o FILE', { hint: 'Pass the output with the errors.' });
}

async function getDestinations(
  call: Call,
  request: CheckedRequest,
  models: readonly string[],
  options: RequestOptions,
) {
  const destinations = [];
  for (const model of models) {
    const id = await getModel(call, { ...options, model });
    // A provider in the settings does not replace that in the model ID.
    const provider =
      id?.includes(':') && !/^https?:/.test(id) ? options.provider : request.destination.provider;
    destinations.push({ ...request.destination, model: id, provider });
  }
  return destinations.length > 0 ? destinations : [request.destination];
}

/** The inputs that are options. @throws InputError */
async function readConstants(
  { options: { literal }, output: { note } }: Call,
  task: Task,
  options: RequestOptions,
) {
  const values: Record<string, FieldValue> = {};
  const sources = { takeStandardInput: noStandardInput, note, literal: literal === true };
  for (const [name, words] of assign(task, [], options))
    values[name] = await readField(task.fields[name]!, words, sources);
  return values;
}

async function openSources(
  call: Call,
  context: Context,
  task: Task,
  paths: readonly string[],
  prompt?: PromptTemplate,
) {
  const connection = connectFrom(context, call.output.note)(context.connection.token);
  const sources: BatchSource[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const opened = await sourceFromPath(withHome(path), task, connection);
    sources.push(opened.source);
    files.push(...opened.files);
  }
  const rows = prompt?.rows ?? [];
  if (paths.length === 0)
    sources.push({
      count: () => Promise.resolve(rows.length),
      async *rows() {
        yield* rows;
      },
    });
  return { connection, sources, files };
}

/** Standard output without `-o`. A dry run opens nothing. @throws InputError */
async function openJournal(
  { runtime, output: { progress } }: Call,
  task: Task,
  files: readonly string[],
  { output, dryRun }: BatchOptions,
): Promise<BatchJournal | BatchOutput> {
  if (dryRun || output === undefined || output === '-')
    return standardOutputJournal(runtime.output, progress.clear);
  return openBatchOutput(withHome(output), task.id, files);
}

async function closeJournal(journal: BatchJournal | BatchOutput): Promise<void> {
  if ('close' in journal) await journal.close();
}

async function execute(
  call: Call,
  setup: BatchSetup,
  journal: BatchJournal | BatchOutput,
  { output: path, dryRun, label }: BatchOptions,
) {
  const { output, runtime } = call;
  const { signal } = runtime;
  output.progress.clear();
  // Collects the garbage of finished rows before it fills the memory.
  setFlagsFromString('--heap-growing-percent=10');
  if (dryRun) return previewBatch(call, setup);
  requirePrices(setup);
  const hasFile = path !== undefined && path !== '-';
  let total: number | undefined;
  countRuns(setup, signal).then(
    (runs) => (total = runs),
    () => undefined,
  );
  const canceling = new AbortController();
  const onAbort = () => {
    if (isPipeClosed(signal)) canceling.abort();
    else output.note('Finishing the rows in flight. Press Ctrl-C again to end at once.');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const handlers = { stop: signal, cancel: canceling.signal, onProgress: batchProgress(call, () => total) };
  const summary = await runBatch(setup, journal, handlers).finally(async () => {
    signal.removeEventListener('abort', onAbort);
    output.progress.clear();
    await closeJournal(journal);
  });
  reportSummary(call, summary);
  if (summary.stop?.reason === 'interrupted' && hasFile)
    output.note('Run the same command again to continue.');
  const reports = label !== undefined && hasFile && !summary.stop ? await import('./report.ts') : undefined;
  const report = await reports?.createReport(call, [withHome(path!)], label, signal);
  if (call.options.json) output.json(summaryJson(summary, report));
  else if (report) await reports?.printReport(call, report);
  const error = getBatchError(summary, hasFile ? path : undefined);
  if (error) throw error;
}
