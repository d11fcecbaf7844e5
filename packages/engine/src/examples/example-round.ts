import { getMessage } from '../errors/index.ts';
import { isFilled, type FieldValue, type FileInput, type Values } from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import type { Session } from '../session/index.ts';
import { getAttachmentKinds, type Task } from '../tasks/index.ts';
import { asLine } from '../text/index.ts';
import {
  NO_EXAMPLE,
  fetchModelExamples,
  fileOfExample,
  findTaskInputs,
  getOutline,
  isPlaceholderFile,
  valuesFromExample,
} from './card-examples.ts';

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
  /** Downloads its image, for conversations. */
  image?(signal: AbortSignal): Promise<FileInput | undefined>;
}

/** The examples of a model card. */
interface CardExamples {
  readonly examples: readonly Example[];
  readonly maskToken?: string | undefined;
}

async function loadCardExamples(
  connection: Connection,
  task: Task,
  model: string | undefined,
  signal: AbortSignal,
): Promise<CardExamples> {
  const { examples, maskToken } = await fetchModelExamples(connection, model, signal);
  const known = examples.map(async (widget): Promise<Example> => {
    let loaded: Promise<Values> | undefined;
    return {
      title: widget.example_title,
      outline: await getOutline(widget, task).catch(() => ({})),
      values: (each) => {
        const loading = (loaded ??= valuesFromExample(connection, task, widget, each));
        // The next attempt downloads it again.
        loading.catch(() => (loaded = undefined));
        return loading;
      },
      image: (each) => fileOfExample(connection, 'image', widget.src, each),
    };
  });
  return { examples: await Promise.all(known), maskToken };
}

/** The examples to try, values of the task's example for what they lack, and the files that have no example. */
async function examplesToTry(task: Task, { examples, maskToken }: CardExamples) {
  const inputs = Object.entries(await findTaskInputs(task, maskToken));
  const rest: Values = Object.fromEntries(inputs.filter(([, value]) => !isPlaceholderFile(value)));
  if (examples.length > 0) return { examples, rest, ownFiles: [] };
  const ofTask: Example = { outline: rest, values: () => Promise.resolve(rest) };
  const ownFiles = inputs.filter(([, value]) => isPlaceholderFile(value));
  return {
    examples: Object.keys(rest).length === 0 ? [] : [ofTask],
    rest,
    ownFiles: ownFiles.map(([name]) => task.fields[name]!.label),
  };
}

interface FilledExample {
  /** `none`: there is none; `failed`: its file could not be loaded; `unfit`: it matches no field. */
  readonly status: 'filled' | 'none' | 'failed' | 'unfit';
  readonly text: string;
  /** Whether existing inputs were replaced. */
  readonly hasReplaced?: boolean;
}

interface ExampleRoundOptions {
  /** Whether the text has the example's title; default false, for views that show the titles anyway. */
  readonly hasTitle?: boolean;
  /** Appended to the text when inputs were replaced. */
  readonly restoreHint?: string;
}

/** The examples of the session's task and model. */
export function exampleRound(
  session: Session,
  { hasTitle = false, restoreHint = '' }: ExampleRoundOptions = {},
) {
  let known: { readonly place: string; readonly card: Promise<CardExamples> } | undefined;
  let nextIndex = 0;

  /** Failures are not kept. */
  function getCard(task: Task, model: string | undefined, signal: AbortSignal): Promise<CardExamples> {
    const place = `${task.id} ${model ?? ''}`;
    if (known?.place === place) return known.card;
    const loading = { place, card: loadCardExamples(session.connection(), task, model, signal) };
    known = loading;
    loading.card.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading.card;
  }

  /**
   * Fills the form with one of the examples, counted from 0.
   * @returns undefined if it was canceled, or the task or model changed
   * @throws what `fetchModelExamples` throws
   */
  async function fill(index: number, signal: AbortSignal): Promise<FilledExample | undefined> {
    const { task, model } = session.getSnapshot();
    if (!task) return undefined;
    const card = await getCard(task, model, signal);
    const { examples, rest, ownFiles } = await examplesToTry(task, card);
    if (signal.aborted) return undefined;
    const fileNote = ownFiles.length === 0 ? '' : `${ownFiles.join(', ')} requires your own file.`;
    if (examples.length === 0)
      return { status: 'none', text: fileNote === '' ? NO_EXAMPLE : `${NO_EXAMPLE} Choose your own file.` };
    const at = index % examples.length;
    const example = examples[at]!;
    // A failed example is skipped next time.
    nextIndex = at + 1;
    const name = `Example ${at + 1} of ${examples.length}`;
    const takesImages = getAttachmentKinds(session.getSnapshot().chatSupport).includes('image');
    let values: Values;
    let image: FileInput | undefined;
    try {
      values = await example.values(signal);
      image = takesImages ? await example.image?.(signal) : undefined;
    } catch (error) {
      return signal.aborted
        ? undefined
        : { status: 'failed', text: `Could not load ${name}: ${getMessage(error)}` };
    }
    const now = session.getSnapshot();
    if (signal.aborted || now.task !== task || now.model !== model) return undefined;
    if (Object.keys(values).length === 0) return { status: 'unfit', text: `${name} does not fit the form.` };
    const hasReplaced = now.replacedBy === 'example' || Object.values(now.values).some(hasContent);
    const missing = Object.entries(rest).filter(
      ([field]) => !isFilled(task.fields[field]!, now.values[field]),
    );
    session.fillExample({ ...Object.fromEntries(missing), ...values });
    if (image) session.changeChat({ images: [image] });
    const title = hasTitle && example.title !== undefined ? `: ${asLine(example.title)}` : '';
    const text = name + title + (hasReplaced ? restoreHint : '');
    return { status: 'filled', text: [text, fileNote].filter(Boolean).join('. '), hasReplaced };
  }

  return {
    /**
     * The examples of the model's card; none if it has none, and the task's example is used.
     * @throws what `fetchModelExamples` throws
     */
    async list(signal: AbortSignal): Promise<readonly Example[]> {
      const { task, model } = session.getSnapshot();
      return task ? (await getCard(task, model, signal)).examples : [];
    },
    fill,
    /** Fills the form with the next example; after the last one, the first. Otherwise like `fill`. */
    next: (signal: AbortSignal) => fill(nextIndex, signal),
  };
}
