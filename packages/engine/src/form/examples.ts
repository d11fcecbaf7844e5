import { messageOf } from '../errors/index.ts';
import { isFileInput, isFilled, type FieldValue, type FileInput, type Values } from '../fields/index.ts';
import { asLine } from '../text/index.ts';
import type { Connection } from '../http/index.ts';
import {
  defaultInputsOf,
  isStandInFile,
  modelExamplesOf,
  type ModelExamples,
  valuesFromExample,
} from '../hub/index.ts';
import type { Session } from '../session/index.ts';
import type { Task } from '../tasks/index.ts';

/** Of some values those for fields that are empty now. */
export function unfilled({ fields }: Pick<Task, 'fields'>, now: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields[name];
      return field && !isFilled(field, now[name]);
    }),
  );
}

/** Whether a value holds anything that would be lost. */
export function isSomething(value: FieldValue | undefined): boolean {
  if (Array.isArray(value)) return (value as readonly FieldValue[]).some(isSomething);
  return value !== undefined && value !== '';
}

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

/** What became of an example that was asked for. */
export interface ToldExample {
  /** `none`: there is none at all; `failed`: its file cannot be had; `unfit`: it fits none of the fields. */
  readonly status: 'filled' | 'none' | 'failed' | 'unfit';
  /** One line for the person. */
  readonly text: string;
  /** Whether what stood in the form before can be brought back. */
  readonly hasReplaced: boolean;
}

/** Fills the form of a session with one example after the other, and begins anew behind the last one. */
export interface ExampleRound {
  /**
   * Fetches the next example and fills the form with it.
   * @returns undefined where it was ended, or another task or model was chosen meanwhile
   * @throws what looking for examples throws
   */
  next(signal: AbortSignal): Promise<ToldExample | undefined>;
}

/**
 * Steps through the examples of the session's task and model.
 * @param wayBack appended to the text when inputs were replaced, for example how to restore them
 */
export function exampleRound(session: Session, wayBack = ''): ExampleRound {
  let known: { readonly place: string; readonly found: Examples } | undefined;
  let index = 0;
  return {
    async next(signal) {
      const { task, model } = session.getSnapshot();
      if (!task) return undefined;
      const place = `${task.id} ${model ?? ''}`;
      if (known?.place !== place)
        known = { place, found: await examplesOf(session.connection(), task, model, signal) };
      if (signal.aborted) return undefined;
      const { examples, rest, ownFiles } = known.found;
      const own = ownFiles.length === 0 ? '' : `${ownFiles.join(', ')} needs a file of your own.`;
      if (examples.length === 0) {
        const none = 'Neither the model nor the task has an example.';
        return { status: 'none', text: own === '' ? none : `No example here: ${own}`, hasReplaced: false };
      }
      const at = index % examples.length;
      const example = examples[at]!;
      // One that cannot be had is not tried for ever.
      index = at + 1;
      const name = `Example ${at + 1} of ${examples.length}`;
      let failure: unknown;
      const values = await example.values(signal).catch((error: unknown) => void (failure = error));
      const now = session.getSnapshot();
      if (signal.aborted || now.task !== task || now.model !== model) return undefined;
      if (!values)
        return {
          status: 'failed',
          text: `${name} could not be loaded: ${messageOf(failure)}`,
          hasReplaced: false,
        };
      if (Object.keys(values).length === 0)
        return { status: 'unfit', text: `${name} does not fit the form.`, hasReplaced: false };
      const hasReplaced = now.replacedBy === 'example' || Object.values(now.values).some(isSomething);
      session.fillExample({ ...unfilled(task, now.values, rest), ...values });
      const title = example.title === undefined ? '' : `: ${asLine(example.title)}`;
      const told = name + title + (hasReplaced ? wayBack : '');
      return { status: 'filled', text: [told, own].filter(Boolean).join('. '), hasReplaced };
    },
  };
}
