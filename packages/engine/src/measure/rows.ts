import { sha256 } from '@noble/hashes/sha2.js';
import type { BatchLine } from '../batch/index.ts';
import { InputError } from '../errors/index.ts';
import type { JsonValue } from '../fields/index.ts';
import { getReader, type ResultDefinition, type ResultView } from '../results/index.ts';
import { taskNamed, type MetricId, type Task } from '../tasks/index.ts';
import { asLine, attempt, isRecord, visibleLine } from '../text/index.ts';
import { size } from '../format/index.ts';
import { resultSummary } from '../media/index.ts';
import { createClasses, MAX_CLASS_ANSWER, type ReadClass } from './equality.ts';
import { canonicalJson, labelParsers, measuredKinds, readJson, type Form } from './forms.ts';
import { type Metric, metrics } from './metrics.ts';

interface RowClasses {
  readonly answer: string | undefined;
  readonly labels: readonly string[];
  /** What the answer counts as. */
  read?: ReadClass | undefined;
}

/** What is kept of a line: small, whatever the line contains. */
export interface MeasuredRow {
  readonly model: string;
  readonly provider: string | undefined;
  readonly row: number;
  /** Equal for equal inputs. */
  readonly inputId: string;
  readonly input: string;
  readonly label: string;
  readonly answer: string;
  /** Why it failed, in one line. */
  readonly failure: string | undefined;
  readonly seconds: number | undefined;
  readonly cost: number | undefined;
  readonly confidence: number | undefined;
  /** What classes are read from, once all labels are known. */
  readonly classes: RowClasses | undefined;
  /** One for each metric, those of classes after `measureClasses`; undefined without a readable label. */
  readonly measures: unknown[] | undefined;
}

const MAX_SUMMARY = 160;

/** The beginning of a text in one line. A slice would keep all of the text in memory. */
function summarize(text: string): string {
  const line = asLine(text);
  const short = line.length > MAX_SUMMARY ? `${line.slice(0, MAX_SUMMARY - 1)}…` : line;
  return short.length < text.length ? (JSON.parse(JSON.stringify(short)) as string) : short;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function getColumn({ columns, input }: BatchLine, name: string): JsonValue | undefined {
  return [columns, input].find((fields) => Object.hasOwn(fields, name))?.[name];
}

/**
 * The view of a value; for a chat that answered by a schema, the property that is named, the one with the label's name, or
 * the only one, otherwise its JSON.
 */
function readView(
  task: Task,
  { value: raw, input }: BatchLine,
  { label, answer }: LabelOptions,
): ResultView | undefined {
  const value = answer === undefined || task.result.kind !== 'text' ? raw : readJson(raw as JsonValue);
  if (answer !== undefined && isRecord(value) && Object.hasOwn(value, answer))
    return { kind: 'text', text: asText(value[answer]) };
  // Most chats of batches have these; reading them as responses fails, which takes longer.
  if (task.result.kind === 'text' && typeof value === 'string') return { kind: 'text', text: value };
  const results = [task, task.conversation].flatMap((form) => form?.result ?? []);
  for (const result of results) {
    const { kind, read, view } = getReader(result) as ResultDefinition<'text', unknown, unknown>;
    const viewed =
      attempt(() => view(read(value, input), input)) ??
      (kind === 'text' ? undefined : attempt(() => view(value, input)));
    if (viewed) return { kind, ...viewed };
  }
  if (task.result.kind !== 'text' || value === undefined || value === null) return undefined;
  const fields: readonly unknown[] = isRecord(value) && !Array.isArray(value) ? Object.values(value) : [];
  const named =
    label !== undefined && isRecord(value) && Object.hasOwn(value, label) ? value[label] : undefined;
  const part = named ?? (fields.length === 1 ? fields[0]! : value);
  return { kind: 'text', text: isRecord(part) ? canonicalJson(part) : String(part) };
}

/** How answers are compared with labels. */
export interface LabelOptions {
  /** The column with the labels; without it there are no metrics. */
  readonly label?: string | undefined;
  /** The property of answers by a schema. */
  readonly answer?: string | undefined;
  /** The labels of answers that have other names. */
  readonly map?: Readonly<Record<string, string>> | undefined;
}

/** Metrics of a task. Free texts are also classes, if their labels turn out to be few. */
export function metricsOf(task: Task): readonly MetricId[] {
  const kind = measuredKinds[task.result.kind];
  const isClass = kind?.isOpen && kind.answers.class && task.metrics === undefined;
  return task.metrics ?? [...(kind?.metrics ?? []), ...(isClass ? (['accuracy', 'macroF1'] as const) : [])];
}

/** Measures the classes of rows that have them. */
export function measureClasses(
  rows: Iterable<MeasuredRow>,
  classes: ReturnType<typeof createClasses>,
  names: readonly MetricId[],
): void {
  const isClass = names.map((id) => (metrics[id] as unknown as Metric).form === 'class');
  for (const { classes: read, measures } of rows) {
    if (!read || !measures) continue;
    read.read = read.answer === undefined ? undefined : classes.read(read.answer);
    const answer = read.read?.name;
    const labels = read.labels.map(classes.fold);
    names.forEach((id, at) => {
      if (isClass[at]) measures[at] = (metrics[id] as unknown as Metric).measure(answer, labels);
    });
  }
}

/** An answer that may be a class. The beginning of a longer one, which is none, in a text of its own. */
function boundClass(text: string): string {
  return text.length > MAX_CLASS_ANSWER ? `${summarize(text)} ` : text;
}

/** Measures lines of one task. */
export function rowReader(options: LabelOptions) {
  const { label } = options;
  let task: Task | undefined;
  const columns = new Set<string>();

  /** @throws InputError for lines of different or unknown tasks */
  function read(line: BatchLine): MeasuredRow {
    task ??= taskNamed(line.task);
    if (task.id !== line.task) {
      const hint = 'Pass the files of one task at a time.';
      throw new InputError(`The rows are of different tasks: ${task.id} and ${visibleLine(line.task)}`, {
        hint,
      });
    }
    if (columns.size < 100)
      for (const name of [...Object.keys(line.input), ...Object.keys(line.columns)]) columns.add(name);
    const texts = Object.values(line.input);
    const text = String(texts.find((value) => typeof value === 'string') ?? '');
    const column = label === undefined ? undefined : getColumn(line, label);
    const list =
      column !== undefined && measuredKinds[task.result.kind]?.isList ? readJson(column) : undefined;
    const view = line.error === undefined ? readView(task, line, options) : undefined;
    const kind = measuredKinds[task.result.kind] as
      | {
          answers: Partial<Record<Form, (view: unknown) => unknown>>;
          confidence?: (view: unknown) => number | undefined;
        }
      | undefined;
    const answerAs = (form: Form) =>
      view && kind?.answers[form] ? attempt(() => kind.answers[form]!(view)) : undefined;
    const names = metricsOf(task);
    let classes: MeasuredRow['classes'];
    const measures = names.map((id) => {
      const { form, measure } = metrics[id] as unknown as Metric;
      // Classes of several parts are compared as one text.
      const raw = form === 'class' && Array.isArray(list) ? list.join(', ') : column;
      const expected = raw === undefined ? undefined : labelParsers[form](raw, text);
      if (!expected || form !== 'class') return expected && measure(answerAs(form), expected);
      const answer = answerAs(form);
      classes = {
        answer: typeof answer === 'string' ? boundClass(answer) : undefined,
        labels: expected as readonly string[],
      };
      return classes;
    });
    const isAnswered =
      names.length === 0 || !label || answerAs((metrics[names[0]!] as unknown as Metric).form) !== undefined;
    const failure = line.error?.message ?? (isAnswered && view ? undefined : 'Unexpected value');
    const input = texts.length === 1 ? asText(texts[0]) : canonicalJson(line.input);
    return {
      model: line.model,
      provider: line.provider ?? undefined,
      row: line.row,
      inputId: hash(canonicalJson(line.input)),
      input: summarize(input),
      label: summarize(column === undefined ? '' : asText(column)),
      answer: view ? summarize(describeAnswer(answerAs, line.value)) : '',
      failure: failure === undefined ? undefined : summarize(failure),
      seconds: line.seconds ?? undefined,
      cost: line.cost ?? undefined,
      confidence: view && attempt(() => kind?.confidence?.(view)),
      classes,
      measures:
        measures.some((measure) => measure === undefined) || names.length === 0 ? undefined : measures,
    };
  }
  return { read, getTask: () => task, columns };
}

function describeAnswer(answerAs: (form: Form) => unknown, value: unknown): string {
  const text = answerAs('text') ?? answerAs('class');
  if (typeof text === 'string') return text;
  const list = answerAs('spans') ?? answerAs('numbers');
  return Array.isArray(list) ? list.join(', ') : asText(value).slice(0, 4 * MAX_SUMMARY);
}

const encoder = new TextEncoder();

function hash(text: string): string {
  return String.fromCharCode(...sha256(encoder.encode(text)).subarray(0, 10));
}

/** A line of a batch in short, for a list of rows. */
export interface RowSummary extends Pick<
  MeasuredRow,
  'row' | 'model' | 'input' | 'label' | 'answer' | 'failure' | 'seconds'
> {
  /** Whether the answer is not that of the label; undefined without a label, or where answers are numbers. */
  readonly isWrong: boolean | undefined;
}

/** Labels that answers are looked for, while the others are not known. */
const MAX_SEEN = 50;

/**
 * Returns a function that summarizes lines of one task. Files, and results that are not texts, are described.
 * @param label the column with the labels
 */
export function rowSummarizer(label: string | undefined): (line: BatchLine) => RowSummary {
  const reader = rowReader({ label });
  const labels = new Set<string>();
  let classes = createClasses(labels);
  return (line) => {
    const read = reader.read(line);
    const { measures, row, model, input, label: expected, answer, failure, seconds } = read;
    const ids = metricsOf(reader.getTask()!);
    const known = labels.size;
    for (const each of read.classes?.labels ?? []) if (known < MAX_SEEN) labels.add(each);
    if (labels.size > known) classes = createClasses(labels);
    measureClasses([read], classes, ids);
    const metric = ids[0] === undefined ? undefined : (metrics[ids[0]] as unknown as Metric);
    // A text is right as a text, or as a class.
    const at = ids.indexOf('accuracy');
    const isRight = () => metric!.score(measures![0]) >= 1 || (at > 0 && measures![at] === 1);
    const isWrong = measures && metric && !metric.isNumber ? !isRight() : undefined;
    const summary = { row, model, input, label: expected, answer, failure, seconds, isWrong };
    const { contentType, bytes } = (line.value ?? {}) as { contentType?: string; bytes?: number };
    if (contentType !== undefined)
      return { ...summary, failure: undefined, answer: `${contentType}, ${size(bytes ?? 0)}` };
    const view = /^[[{]/.test(answer) ? viewLine(line) : undefined;
    return view && view.kind !== 'text' ? { ...summary, answer: resultSummary(view) } : summary;
  };
}

/** The result of a line as it is drawn; undefined for a file, and for a value that cannot be read. */
export function viewLine(line: BatchLine): ResultView | undefined {
  return readView(taskNamed(line.task), line, {});
}
