import {
  CanceledError,
  defaultModelOf,
  describeFailure,
  prepareRun,
  run,
  TryoutError,
  valuesFromExample,
  widgetExamplesOf,
  type FailureDescription,
  type Task,
} from '@tryout/engine';
import type { Context } from '../../context/context.ts';
import { summarizeResult } from '../../results/index.ts';
import { summarizeValues } from './summarize-values.ts';

/** What one task of the demo answered. */
export interface DemoRow {
  readonly task: string;
  readonly model?: string;
  /** The input in short. */
  readonly input: string;
  /** The answer in short. */
  readonly answer?: string;
  readonly error?: FailureDescription;
  readonly seconds: number;
}

/** Some tasks of the demo did not answer. */
export class FailedDemoError extends TryoutError {
  override readonly name = 'FailedDemoError';
  readonly outcome = 'failed';

  constructor(tasks: readonly string[]) {
    super(`${tasks.join(', ')} failed`);
  }
}

/**
 * Runs the default model of a task on its own first example.
 * @throws CanceledError; any other failure is in the row
 */
export async function demoRow({ connection, signal }: Context, task: Task): Promise<DemoRow> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started) / 1000;
  const row: { task: string; model?: string; input: string } = { task: task.id, input: '' };
  try {
    const model = await defaultModelOf(connection, task.id, signal);
    row.model = model;
    const [example = {}] = await widgetExamplesOf(connection, model, signal);
    const values = await valuesFromExample(connection, task, example, signal);
    row.input = summarizeValues(values);
    const setup = { task, destination: { model }, values, stream: false };
    const { request } = await prepareRun(connection, setup, signal);
    const { view } = await run(connection, request, { signal });
    return { ...row, answer: summarizeResult(view), seconds: elapsed() };
  } catch (error) {
    if (signal.aborted) throw new CanceledError();
    return { ...row, error: describeFailure(error), seconds: elapsed() };
  }
}
