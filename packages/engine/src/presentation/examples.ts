import { isFileInput, isFilled, type FileInput, type Values } from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import {
  defaultInputsOf,
  isStandInFile,
  modelExamplesOf,
  valuesFromExample,
  type ModelExamples,
} from '../hub/index.ts';
import type { Task } from '../tasks/index.ts';

/** Inputs to begin with. */
export interface Example {
  /** What its card calls it. */
  readonly title?: string;
  /** Its values; files are downloaded. Empty where it fits none of the fields. */
  values(signal: AbortSignal): Promise<Values>;
}

/** All that there is to begin with. */
export interface Examples {
  /** Those of the model's card in its order; where it has none, the task's own as far as it is no file. */
  readonly examples: readonly Example[];
  /** The task's own, for inputs that an example says nothing of. */
  readonly rest: Values;
  /** The labels of fields that only a file of the person's own fills, where the card has no examples. */
  readonly ownFiles: readonly string[];
}

/** Stands in a task's text for the word to be found, where the model names no other. */
const MASK = '<mask>';

/** Looks for examples: the model's card is asked for at the hub. */
export async function examplesOf(
  connection: Connection,
  task: Task,
  model: string | undefined,
  signal: AbortSignal,
): Promise<Examples> {
  const card: ModelExamples =
    model === undefined ? { examples: [] } : await modelExamplesOf(connection, model, signal);
  const { values } = await defaultInputsOf(connection, task, undefined, signal);
  const rest = withMask(filled(task, values), card.maskToken ?? MASK);
  const examples = card.examples.map((widget): Example => ({
    ...(widget.example_title === undefined ? {} : { title: widget.example_title }),
    values: async (each) => filled(task, await valuesFromExample(connection, task, widget, each)),
  }));
  if (examples.length > 0) return { examples, rest, ownFiles: [] };
  return {
    examples: Object.keys(rest).length === 0 ? [] : [{ values: () => Promise.resolve(rest) }],
    rest,
    ownFiles: Object.entries(task.fields)
      .filter(([name]) => isStandIn(values[name]))
      .map(([, { label }]) => label),
  };
}

function isStandIn(value: Values[string]): boolean {
  return isFileInput(value) && isStandInFile(value as FileInput);
}

/** What a form can be filled with: neither missing nor empty, and no file that is only a name. */
function filled(task: Task, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = task.fields[name];
      return field && value !== undefined && isFilled(field, value) && !isStandIn(value);
    }),
  );
}

function withMask(values: Values, mask: string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(MASK, mask) : value,
    ]),
  );
}
