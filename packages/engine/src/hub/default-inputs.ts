import type { Values } from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import type { Task } from '../tasks/index.ts';
import { modelExamplesOf, valuesFromExample, type ModelExamples } from './example-inputs.ts';
import { standInFile } from './stand-in-file.ts';
import { taskExampleOf } from './task-example.ts';
import { usable, valuesIn, type WidgetExample } from './widget-example.ts';

/** What a form or a snippet begins with. */
export interface DefaultInputs {
  /** A value for every field of the task. */
  readonly values: Values;
  /** Whether an example of the model's card is in them, or all comes from the task's own. */
  readonly source: 'model' | 'task';
}

/** How many examples of a card are tried; each may be a file that has to be fetched. */
const MOST_TRIED = 5;

/**
 * The first example of the model's card that fills the whole form, else the first that fills some of it; the rest, or
 * all without one, comes from the task's own example. Files of a card are downloaded, and one that cannot be had leads
 * to the next example; files of a task are stand-ins (`isStandInFile`).
 * @throws what asking the Hub for the model throws, and CanceledError
 */
export async function defaultInputsOf(
  connection: Connection,
  task: Task,
  model: string | undefined,
  signal?: AbortSignal,
): Promise<DefaultInputs> {
  const card: ModelExamples =
    model === undefined ? { examples: [] } : await modelExamplesOf(connection, model, signal);
  const own = await fieldsFilledBy(await taskExampleOf(task.id, card.maskToken), task);
  for (const example of (await byFit(card.examples, task)).slice(0, MOST_TRIED)) {
    const values = await valuesFromExample(connection, task, example, signal).catch((failure: unknown) => {
      if (signal?.aborted) throw failure;
      return undefined;
    });
    if (values) return { values: { ...own, ...usable(values, task) }, source: 'model' };
  }
  return { values: own, source: 'task' };
}

/** The examples that fill the form, then those that fill some of it; decided without fetching anything. */
async function byFit(examples: readonly WidgetExample[], task: Task): Promise<WidgetExample[]> {
  const counted = await Promise.all(
    examples.map(async (example) => {
      const filled = await fieldsFilledBy(example, task).catch(() => ({}));
      return { example, count: Object.keys(filled).length };
    }),
  );
  const whole = Object.keys(task.fields).length;
  return [
    ...counted.filter(({ count }) => count === whole),
    ...counted.filter(({ count }) => count > 0 && count < whole),
  ].map(({ example }) => example);
}

async function fieldsFilledBy(example: WidgetExample, task: Task): Promise<Values> {
  return usable(await valuesIn(example, task, standInFile), task);
}
