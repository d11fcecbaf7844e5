import {
  CanceledError,
  findDefaultInputs,
  findDefaultModel,
  describeFailure,
  elapsed,
  isFileInput,
  performRun,
  resultSummary,
  tasks,
  TryoutError,
  type FailureDescription,
  type FieldValue,
  type Task,
} from '@tryout/engine';
import { createCall, isInteractive, type Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { table, type Column } from '../screen/table.ts';

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
    const call = await createCall(command, runtime);
    const options = { ...call.options, sandbox: true };
    if (!options.json && isInteractive(runtime)) return runtime.openPicker(command, { options });
    const { output } = call;
    const rows: DemoRow[] = [];
    if (!options.json)
      output.note(`Running each of the ${tasks.length} tasks once. A table of the results follows.`);
    await withContext({ ...call, options }, async (context) => {
      for (const task of tasks) {
        output.progress.note(`${task.label} (${rows.length + 1} of ${tasks.length})`);
        rows.push(await runDemo(context, task));
      }
    });
    if (options.json) output.json(rows);
    else output.write(await table(rows, columns, output.terminal));
    const failures = rows.filter(({ error }) => error !== undefined).map(({ task }) => task);
    if (failures.length > 0) throw new FailedDemoError(`${failures.join(', ')} failed`);
  });
};

class FailedDemoError extends TryoutError {
  override readonly name = 'FailedDemoError';
  readonly code = 'UNEXPECTED';
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
  const readRow = async (): Promise<DemoRow> => {
    model = await findDefaultModel(connection, task.id, signal);
    const { values } = await findDefaultInputs(connection, task, model, signal);
    input = Object.values(values).map(inputText).join(' · ');
    const setup = { task, place: { model }, values, stream: false };
    const run = await performRun(connection, setup, { signal });
    if (run.status === 'canceled') throw new CanceledError();
    if (run.status === 'failed') throw run.error;
    return { task: task.id, model, input, answer: resultSummary(run.result.view), seconds: seconds() };
  };
  return readRow().catch((error: unknown) => {
    if (signal.aborted) throw new CanceledError();
    return { task: task.id, model, input, error: describeFailure(error), seconds: seconds() };
  });
}

function inputText(value: FieldValue | undefined): string {
  if (typeof value === 'string') return value;
  return value !== undefined && isFileInput(value) ? value.name : JSON.stringify(value);
}
