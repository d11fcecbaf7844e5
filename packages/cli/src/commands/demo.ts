import {
  CanceledError,
  defaultModelOf,
  describeFailure,
  elapsed,
  prepareRun,
  run,
  tasks,
  TryoutError,
  valuesFromExample,
  modelExamplesOf,
  type FailureDescription,
  type FieldValue,
  type Task,
  type Values,
} from '@tryout/engine';
import { callOf, isInteractive, type Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { table, type Column } from '../program/table.ts';
import { summarizeResult } from '../results/render-result.ts';
import { truncate } from '../terminal/index.ts';

interface DemoRow {
  readonly task: string;
  readonly model?: string | undefined;
  readonly input: string;
  readonly answer?: string;
  readonly error?: FailureDescription;
  readonly seconds: number;
}

const columns: readonly Column<DemoRow>[] = [
  { title: 'TASK', value: ({ task }) => task },
  { title: 'MODEL', value: ({ model }) => model ?? '', minWidth: 24 },
  { title: 'INPUT', value: ({ input }) => input, minWidth: 16 },
  {
    title: 'ANSWER',
    value: ({ answer, error }) => answer ?? `failed: ${error?.message ?? ''}`,
    minWidth: 30,
  },
  { title: 'TIME', value: ({ seconds }) => elapsed(seconds), side: 'right' },
];

/** `tryout demo`: the picker on the embedded hub or, without a terminal or with `--json`, a run of every task. */
export const define: DefineCommand = (command, runtime) => {
  command.action(async () => {
    const parsed = await callOf(command, runtime);
    if (!parsed.options.json && isInteractive(runtime)) return runtime.openPicker(command, { sandbox: true });
    const { options, output } = parsed;
    const rows: DemoRow[] = [];
    await withContext({ ...parsed, options: { ...options, sandbox: true } }, async (context) => {
      for (const task of tasks) {
        output.progress.note(`${task.label} (${rows.length + 1} of ${tasks.length})`);
        rows.push(await runDemo(context, task));
      }
    });
    if (options.json) output.json(rows);
    else output.write(await table(rows, columns, output.terminal));
    const failed = rows.filter(({ error }) => error !== undefined).map(({ task }) => task);
    if (failed.length > 0) throw new FailedDemoError(`${failed.join(', ')} failed`);
  });
};

class FailedDemoError extends TryoutError {
  override readonly name = 'FailedDemoError';
  readonly outcome = 'failed';
}

/**
 * Runs a task's default model on its first example.
 * @throws CanceledError; the row has other errors
 */
async function runDemo({ connection, signal }: Context, task: Task): Promise<DemoRow> {
  const start = performance.now();
  const seconds = () => Math.round(performance.now() - start) / 1000;
  let model: string | undefined;
  let input = '';
  try {
    model = await defaultModelOf(connection, task.id, signal);
    const {
      examples: [example = {}],
    } = await modelExamplesOf(connection, model, signal);
    const values = await valuesFromExample(connection, task, example, signal);
    input = summarizeValues(values);
    const setup = { task, destination: { model }, values, stream: false };
    const { request } = await prepareRun(connection, setup, signal);
    const { view } = await run(connection, request, { signal });
    return { task: task.id, model, input, answer: summarizeResult(view), seconds: seconds() };
  } catch (error) {
    if (signal.aborted) throw new CanceledError();
    return { task: task.id, model, input, error: describeFailure(error), seconds: seconds() };
  }
}

function summarizeValues(values: Values): string {
  const parts = Object.values(values)
    .filter((value) => value !== undefined)
    .map(summarizeValue);
  return truncate(parts.join(' · ').replace(/\s+/g, ' '), 32);
}

function summarizeValue(value: FieldValue): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return 'open' in value ? String(value['name']) : Object.keys(value).join(', ');
}
