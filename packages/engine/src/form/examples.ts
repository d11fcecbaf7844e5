import { messageOf } from '../errors/index.ts';
import { isFileInput, isFilled, type FieldValue, type FileInput, type Values } from '../fields/index.ts';
import { asLine } from '../text/index.ts';
import type { Connection } from '../http/index.ts';
import {
  defaultInputsOf,
  isPlaceholderFile,
  modelExamplesOf,
  outlineOf,
  pictureOfExample,
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

export interface Example {
  readonly title?: string;
  /** Its values, with placeholders for files; empty if it matches no field. */
  readonly outline: Values;
  /** Downloads its files once. Empty if it matches no field. */
  values(signal: AbortSignal): Promise<Values>;
  /** Downloads its picture, for conversations. */
  picture?(signal: AbortSignal): Promise<FileInput | undefined>;
}

/** The examples of a model card. */
interface CardExamples {
  readonly examples: readonly Example[];
  readonly maskToken?: string | undefined;
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
  const card = await cardExamplesOf(connection, task, model, signal);
  return withTaskExample(connection, task, card, signal);
}

async function cardExamplesOf(
  connection: Connection,
  task: Task,
  model: string | undefined,
  signal: AbortSignal,
): Promise<CardExamples> {
  if (model === undefined) return { examples: [] };
  const { examples, maskToken } = await modelExamplesOf(connection, model, signal);
  const known = examples.map(async (widget): Promise<Example> => {
    let loaded: Promise<Values> | undefined;
    return {
      title: widget.example_title,
      outline: await outlineOf(widget, task).catch(() => ({})),
      values: (each) => {
        const loading = (loaded ??= valuesFromExample(connection, task, widget, each).then((values) =>
          filled(task, values),
        ));
        // The next attempt downloads it again.
        loading.catch(() => (loaded = undefined));
        return loading;
      },
      picture: (each) => pictureOfExample(connection, widget, each),
    };
  });
  return { examples: await Promise.all(known), maskToken };
}

async function withTaskExample(
  connection: Connection,
  task: Task,
  { examples, maskToken }: CardExamples,
  signal: AbortSignal,
): Promise<Examples> {
  const { values } = await defaultInputsOf(connection, task, undefined, signal);
  const rest = withMask(filled(task, values), maskToken ?? MASK);
  if (examples.length > 0) return { examples, rest, ownFiles: [] };
  return {
    examples: Object.keys(rest).length === 0 ? [] : [{ outline: rest, values: () => Promise.resolve(rest) }],
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
   * The examples of the model's card; none if it has none, and the task's example is used.
   * @throws what `examplesOf` throws
   */
  list(signal: AbortSignal): Promise<readonly Example[]>;
  /**
   * Fills the form with one of the examples, counted from 0.
   * @returns undefined if it was canceled, or the task or model changed
   * @throws what `examplesOf` throws
   */
  fill(index: number, signal: AbortSignal): Promise<FilledExample | undefined>;
  /** Fills the form with the next example; after the last one, the first. Otherwise like `fill`. */
  next(signal: AbortSignal): Promise<FilledExample | undefined>;
}

/** What is loaded for a task and model; failures are not kept. */
interface Loaded {
  readonly place: string;
  card?: Promise<CardExamples> | undefined;
  all?: Promise<Examples> | undefined;
}

/**
 * The examples of the session's task and model.
 * @param restoreHint appended to the text when inputs were replaced
 */
export function exampleRound(session: Session, restoreHint = ''): ExampleRound {
  let known: Loaded = { place: '' };
  let index = 0;

  function loadedHere(): Loaded {
    const { task, model } = session.getSnapshot();
    const place = `${task?.id} ${model ?? ''}`;
    if (known.place !== place) known = { place };
    return known;
  }

  function card(task: Task, signal: AbortSignal): Promise<CardExamples> {
    const here = loadedHere();
    const { model } = session.getSnapshot();
    const loading = (here.card ??= cardExamplesOf(session.connection(), task, model, signal));
    loading.catch(() => (here.card = undefined));
    return loading;
  }

  function all(task: Task, signal: AbortSignal): Promise<Examples> {
    const here = loadedHere();
    const load = async () => withTaskExample(session.connection(), task, await card(task, signal), signal);
    const loading = (here.all ??= load());
    loading.catch(() => (here.all = undefined));
    return loading;
  }

  async function fill(wanted: number | 'next', signal: AbortSignal): Promise<FilledExample | undefined> {
    const { task, model } = session.getSnapshot();
    if (!task) return undefined;
    const { examples, rest, ownFiles } = await all(task, signal);
    if (signal.aborted) return undefined;
    const own = ownFiles.length === 0 ? '' : `${ownFiles.join(', ')} requires your own file.`;
    if (examples.length === 0) {
      const none = 'Neither the model nor the task has an example.';
      return {
        status: 'none',
        text: own === '' ? none : `No example available: ${own}`,
        hasReplaced: false,
      };
    }
    const at = (wanted === 'next' ? index : wanted) % examples.length;
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
  }

  return {
    async list(signal) {
      const { task } = session.getSnapshot();
      return task ? (await card(task, signal)).examples : [];
    },
    fill,
    next: (signal) => fill('next', signal),
  };
}
