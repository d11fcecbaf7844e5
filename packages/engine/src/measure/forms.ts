import type { JsonValue } from '../fields/index.ts';
import type { ResultKind, ResultViews, Span } from '../results/index.ts';
import type { MetricId } from '../tasks/index.ts';
import { attempt, isRecord, parseBounded, codePointOffsets } from '../text/index.ts';
import { parseBoxes, type LabeledBox } from './boxes.ts';
import { foldText } from './texts.ts';

type Mark = Pick<Span, 'start' | 'end' | 'label'>;

/** Merges neighbors with the tags B-X and I-X, and returns each span as one comparable text. */
function compareSpans(spans: readonly Mark[], text: string): readonly string[] {
  const merged: Mark[] = [];
  let lastName = '';
  for (const { start, end, label } of spans) {
    const [, prefix, name = label] = /^([BIES])-(.+)$/s.exec(label) ?? [];
    const last = merged.at(-1);
    const continues = (prefix === 'I' || prefix === 'E') && last && name === lastName;
    if (continues && text.slice(last.end, start).trim() === '') merged[merged.length - 1] = { ...last, end };
    else if (name !== 'O') merged.push({ start, end, label: name });
    lastName = name;
  }
  return [...new Set(merged.map(({ start, end, label }) => `${start}-${end} ${foldText(label)}`))];
}

/**
 * A list of `{start, end, label}`, with `entity_group` or `entity` for `label`, or of `[start, end, label]`, in code points; or one BIO tag for
 * each word of the text.
 */
function parseSpans(value: JsonValue, text: string): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const words =
    value.every((tag) => typeof tag === 'string') && value.length > 0 ? [...text.matchAll(/\S+/g)] : [];
  if (words.length > 0 && words.length !== value.length) return undefined;
  const offset = codePointOffsets(text);
  const spans = value.flatMap((entry, index): Mark[] => {
    const word = words[index];
    if (word) return [{ start: word.index, end: word.index + word[0].length, label: String(entry) }];
    const { start, end, label, entity_group, entity } = (isRecord(entry) ? entry : {}) as Record<
      string,
      unknown
    >;
    const [from, to, name] = Array.isArray(entry) ? entry : [start, end, label ?? entity_group ?? entity];
    const isSpan = Number.isInteger(from) && Number.isInteger(to) && typeof name === 'string';
    return isSpan ? [{ start: offset(Number(from)), end: offset(Number(to)), label: name }] : [];
  });
  if (spans.length !== value.length) return undefined;
  return compareSpans(
    spans.sort((a, b) => a.start - b.start),
    text,
  );
}

/** What answers and labels are compared as. */
interface Forms {
  /** One of the acceptable names. */
  class: { readonly answer: string; readonly label: readonly string[] };
  /** One of the acceptable texts. */
  text: { readonly answer: string; readonly label: readonly string[] };
  spans: { readonly answer: readonly string[]; readonly label: readonly string[] };
  boxes: { readonly answer: readonly LabeledBox[]; readonly label: readonly LabeledBox[] };
  numbers: { readonly answer: readonly number[]; readonly label: readonly number[] };
}

export type Form = keyof Forms;

/** How a kind of result is measured. */
interface MeasuredKind<View> {
  /** The first one decides; a task may name others. */
  readonly metrics: readonly MetricId[];
  /** Undefined for answers that cannot be compared, which count as wrong. */
  readonly answers: { readonly [Name in Form]?: (view: View) => Forms[Name]['answer'] | undefined };
  /** The score of the answer, from 0 to 1, for the plot of reliability. */
  confidence?(view: View): number | undefined;
  /** Whether answers are free text. */
  readonly isOpen?: boolean;
  /** A list of labels has one for each part of the result, not several acceptable ones. */
  readonly isList?: boolean;
}

const getNumbers = (values: readonly (number | string)[]) =>
  values.every((value) => Number.isFinite(value)) ? (values as readonly number[]) : undefined;

const answers: readonly MetricId[] = ['exactMatch', 'tokenF1'];

/** Media, vectors and masks have no metrics; docs/metrics.md says why. */
export const measuredKinds: { readonly [Kind in ResultKind]: MeasuredKind<ResultViews[Kind]> | undefined } = {
  text: {
    metrics: answers,
    answers: { text: ({ text }) => text, class: ({ text }) => text },
    isOpen: true,
  },
  labels: {
    metrics: ['accuracy', 'macroF1'],
    answers: { class: ({ rows }) => rows[0]?.label, text: ({ rows }) => rows[0]?.label },
    confidence: ({ rows }) => rows[0]?.score,
  },
  spans: { metrics: ['spanF1'], answers: { spans: ({ spans, text }) => compareSpans(spans, text) } },
  answers: {
    metrics: answers,
    answers: { text: (view) => view.answers[0]?.answer, class: (view) => view.answers[0]?.answer },
    confidence: (view) => view.answers[0]?.score,
    isOpen: true,
  },
  boxes: { metrics: ['meanAveragePrecision'], answers: { boxes: ({ boxes }) => boxes } },
  cells: { metrics: answers, answers: { text: ({ answer }) => answer }, isOpen: true },
  numbers: {
    metrics: ['pearson', 'spearman', 'meanAbsoluteError'],
    answers: {
      numbers: ({ rows }) => getNumbers(rows.map(({ value }) => value)),
      class: ({ rows }) => rows.map(({ value }) => value).join(', '),
    },
    isList: true,
  },
  masks: undefined,
  vector: undefined,
  video: undefined,
  image: undefined,
  audio: undefined,
  tracks: undefined,
};

/** JSON with its keys in order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** JSON in a text, as CSV files contain it; other texts as they are. */
export function readJson(label: JsonValue): JsonValue {
  if (typeof label !== 'string' || !/^\s*[[{]/.test(label)) return label;
  return attempt(() => parseBounded(label) as JsonValue) ?? label;
}

/** A text, number or truth value; the `text`, `answer` or `label` of an object, as SQuAD has it. */
function parseTexts(raw: JsonValue): readonly string[] | undefined {
  const label = readJson(raw);
  if (!isRecord(label)) return String(label ?? '').trim() === '' ? undefined : [String(label)];
  if (!Array.isArray(label)) {
    const { text, answer, label: name } = label as Record<string, JsonValue>;
    const inner = text ?? answer ?? name;
    return inner === undefined ? [canonicalJson(label)] : (parseTexts(inner) ?? ['']);
  }
  const texts = (label as readonly JsonValue[]).flatMap((part) => parseTexts(part) ?? []);
  // SQuAD's questions without an answer.
  return texts.length === 0 ? [''] : texts;
}

function parseNumbers(raw: JsonValue): readonly number[] | undefined {
  const label = readJson(raw);
  const list: readonly unknown[] = Array.isArray(label) ? label : [label];
  const numbers = list.map((part) =>
    typeof part === 'number' ? part : String(part ?? '').trim() === '' ? NaN : Number(part),
  );
  return list.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Reads labels from a column. Undefined for labels that are missing or have another form. @param text of the input */
export const labelParsers: {
  readonly [Name in Form]: (label: JsonValue, text: string) => Forms[Name]['label'] | undefined;
} = {
  class: parseTexts,
  text: parseTexts,
  spans: (label, text) => parseSpans(readJson(label), text),
  boxes: (label) => parseBoxes(readJson(label)),
  numbers: parseNumbers,
};
