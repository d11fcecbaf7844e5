import { messageOf } from '../errors/index.ts';
import { isFileInput, isFilled, type FieldValue, type FileInput, type Values } from '../fields/index.ts';
import { asLine } from '../text/index.ts';
import type { Connection } from '../http/index.ts';
import {
  defaultInputsOf,
  isPlaceholderFile,
  modelExamplesOf,
  pictureOfExample,
  type ModelExamples,
  valuesFromExample,
} from '../hub/index.ts';
import type { Session } from '../session/index.ts';
import type { Task } from '../tasks/index.ts';

/** The values for fields that are empty now. */
export function onlyEmptyFields({ fields }: Pick<Task, 'fields'>, now: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields[name];
      return field && !isFilled(field, now[name]);
    }),
  );
}

export function hasContent(value: FieldValue | undefined): boolean {
  if (Array.isArray(value)) return (value as readonly FieldValue[]).some(hasContent);
  return value !== undefined && value !== '';
}

interface Example {
  readonly title?: string;
  /** Downloads its files. Empty if it matches no field. */
  values(signal: AbortSignal): Promise<Values>;
  /** Downloads its picture, for conversations. */
  picture?(signal: AbortSignal): Promise<FileInput | undefined>;
}

export interface Examples {
  /** The model card's examples, or the task's example if it has none. */
  readonly examples: readonly Example[];
  /** Values of the task's example, for inputs that an example lacks. */
  readonly rest: Values;
  /** Labels of file fields that have no example. */
  readonly ownFiles: readonly string[];
}

/** The mask in the task's example, replaced with the model's own. */
const MASK = '<mask>';

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
    title: widget.example_title,
    values: async (each) => filled(task, await valuesFromExample(connection, task, widget, each)),
    picture: (each) => pictureOfExample(connection, widget, each),
  }));
  if (examples.length > 0) return { examples, rest, ownFiles: [] };
  return {
    examples: Object.keys(rest).length === 0 ? [] : [{ values: () => Promise.resolve(rest) }],
    rest,
    ownFiles: Object.entries(task.fields)
      .filter(([name]) => isPlaceholder(values[name]))
      .map(([, { label }]) => label),
  };
}

function isPlaceholder(value: Values[string]): boolean {
  return isFileInput(value) && isPlaceholderFile(value as FileInput);
}

/** Without empty values and placeholder files. */
function filled(task: Task, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = task.fields[name];
      return field && value !== undefined && isFilled(field, value) && !isPlaceholder(value);
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

interface FilledExample {
  /** `none`: there is none; `failed`: its file could not be loaded; `unfit`: it matches no field. */
  readonly status: 'filled' | 'none' | 'failed' | 'unfit';
  readonly text: string;
  /** Whether existing inputs were replaced. */
  readonly hasReplaced: boolean;
}

export interface ExampleRound {
  /**
   * Fills the form with the next example; after the last one, the first.
   * @returns undefined if it was canceled, or the task or model changed
   * @throws what `examplesOf` throws
   */
  next(signal: AbortSignal): Promise<FilledExample | undefined>;
}

/**
 * Steps through the examples of the session's task and model.
 * @param restoreHint appended to the text when inputs were replaced
 */
export function exampleRound(session: Session, restoreHint = ''): ExampleRound {
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
      const own = ownFiles.length === 0 ? '' : `${ownFiles.join(', ')} requires your own file.`;
      if (examples.length === 0) {
        const none = 'Neither the model nor the task has an example.';
        return {
          status: 'none',
          text: own === '' ? none : `No example available: ${own}`,
          hasReplaced: false,
        };
      }
      const at = index % examples.length;
      const example = examples[at]!;
      // A failed example is skipped next time.
      index = at + 1;
      const name = `Example ${at + 1} of ${examples.length}`;
      let failure: unknown;
      const takesPictures = session.getSnapshot().chatSupport === 'pictures';
      const loading = Promise.all([
        example.values(signal),
        takesPictures ? example.picture?.(signal) : undefined,
      ]);
      const [values, picture] = await loading.catch((error: unknown): [] => ((failure = error), []));
      const now = session.getSnapshot();
      if (signal.aborted || now.task !== task || now.model !== model) return undefined;
      if (!values)
        return {
          status: 'failed',
          text: `Could not load ${name}: ${messageOf(failure)}`,
          hasReplaced: false,
        };
      if (Object.keys(values).length === 0)
        return { status: 'unfit', text: `${name} does not fit the form.`, hasReplaced: false };
      const hasReplaced = now.replacedBy === 'example' || Object.values(now.values).some(hasContent);
      session.fillExample({ ...onlyEmptyFields(task, now.values, rest), ...values });
      if (picture) session.changeChat({ pictures: [picture] });
      const title = example.title === undefined ? '' : `: ${asLine(example.title)}`;
      const text = name + title + (hasReplaced ? restoreHint : '');
      return { status: 'filled', text: [text, own].filter(Boolean).join('. '), hasReplaced };
    },
  };
}
