import { answerText, computeStatistics, innermost } from '../format/index.ts';
import { pause } from '../http/index.ts';
import type { Media, ResultKind, ResultView, ResultViews } from '../results/index.ts';
import {
  alignBoxes,
  compareBoxes,
  compareCoverage,
  getShare,
  normalizeLabel,
  readCoverage,
  type Coverage,
  type DecodeMask,
} from './regions.ts';
import { cosine, f1, mean, rankCorrelation } from './statistics.ts';
import { normalizeAnswer, wordF1, wordSimilarity } from './texts.ts';

/** How alike two results are, with what front ends show of it. */
export const measures = {
  top1: { label: 'same first label', isShare: true },
  rankCorrelation: { label: 'rank correlation', isShare: false },
  f1: { label: 'F1', isShare: true },
  iou: { label: 'overlap (IoU)', isShare: true },
  wordSimilarity: { label: 'words in common', isShare: true },
  exactMatch: { label: 'exact match', isShare: true },
  tokenF1: { label: 'F1 of the words', isShare: true },
  orderCorrelation: { label: 'correlation of similarities', isShare: false },
  cosine: { label: 'cosine similarity', isShare: false },
  difference: { label: 'mean difference', isShare: false },
  equal: { label: 'equal values', isShare: true },
  identical: { label: 'identical files', isShare: true },
} as const satisfies Readonly<Record<string, { label: string; isShare: boolean }>>;

export type Measure = keyof typeof measures;

/** 1 for equal results, except for `difference`, which is 0. What cannot be computed is missing. */
export type Measures = Readonly<Partial<Record<Measure, number | undefined>>>;

/** A part of a result. Parts of several results with the same key are about the same. */
interface Part {
  readonly key: string;
  readonly label: string;
  readonly value: number | string;
}

/** A part that is compared, with its value in each result; undefined where it is missing. */
export interface ComparedRow {
  readonly label: string;
  readonly values: readonly (number | string | undefined)[];
  /** How much the values differ; 0 for equal ones. */
  readonly difference: number;
}

export interface Agreement {
  /** Two results by their positions, and how alike they are. */
  readonly pairs: readonly { readonly a: number; readonly b: number; readonly measures: Measures }[];
  /** The means over all pairs. */
  readonly means: Measures;
  /** The parts of the results, the largest difference first; empty for texts, images and audio. */
  readonly rows: readonly ComparedRow[];
  /** Whether values of rows are scores or shares, of which 0 and "missing" are about the same. */
  readonly areScores: boolean;
}

interface KindRow<Kind extends ResultKind, Data = ResultViews[Kind]> {
  /** What is compared of a result; the result itself by default. */
  prepare?(view: ResultViews[Kind], decode: DecodeMask | undefined): Data | Promise<Data>;
  compare(a: Data, b: Data): Measures;
  /** The parts of the results, without those that failed. */
  parts?(all: readonly Data[]): readonly (readonly Part[])[];
  readonly areScores?: boolean;
}

/** Parts of a result that are compared: servers may send a million. */
const MAX_PARTS = 1000;
/** Rows of a vector, and numbers of each, that are compared. */
const MAX_VECTORS = 48;
const MAX_NUMBERS = 4096;

type Scored = readonly { readonly label: string; readonly score?: number }[];

function scoredParts(rows: Scored): Part[] {
  return rows
    .slice(0, MAX_PARTS)
    .map(({ label, score = 1 }) => ({ key: normalizeLabel(label), label, value: score }));
}

/** The values of the keys that both have. */
function commonValues(a: readonly Part[], b: readonly Part[]): [number[], number[]] {
  const others = new Map(b.map(({ key, value }) => [key, value]));
  const common = a.filter(({ key }) => others.has(key));
  return [common.map(({ value }) => Number(value)), common.map(({ key }) => Number(others.get(key)))];
}

function spanParts({ text, spans }: ResultViews['spans']): Part[] {
  return spans.slice(0, MAX_PARTS).map(({ start, end, label, word, score = 1 }) => {
    const name = word ?? text.slice(start, Math.min(end, start + 100));
    return { key: `${start} ${end} ${word ?? ''} ${label}`, label: `${name} (${label})`, value: score };
  });
}

function compareKeys(a: readonly Part[], b: readonly Part[]): Measures {
  const [first, second] = [new Set(a.map(({ key }) => key)), new Set(b.map(({ key }) => key))];
  return { f1: f1([...first].filter((key) => second.has(key)).length, first.size, second.size) };
}

function compareAnswers(a: string, b: string): Measures {
  const [first, second] = [normalizeAnswer(a), normalizeAnswer(b)];
  return { exactMatch: Number(first === second), tokenF1: wordF1(first, second) };
}

function numberParts({ rows }: ResultViews['numbers']): Part[] {
  return rows
    .slice(0, MAX_PARTS)
    .map(({ label, detail, value }) => ({ key: label, label: detail ?? label, value }));
}

function compareNumbers(a: readonly Part[], b: readonly Part[]): Measures {
  const pairs = a.flatMap(({ value }, index) => (b[index] ? [[value, b[index].value] as const] : []));
  const areNumbers = pairs.every((pair) => pair.every((value) => typeof value === 'number'));
  if (!areNumbers) return { equal: mean(pairs.map(([one, other]) => Number(one === other))) };
  return { difference: mean(pairs.map(([one, other]) => Math.abs(Number(one) - Number(other)))) };
}

/** The cosine similarities of all pairs of a vector's rows, row by row. */
function getSimilarities(rows: readonly (readonly number[])[]): Part[] {
  return rows.flatMap((row, first) =>
    rows.slice(first + 1).map((other, index) => {
      const label = `${first + 1} and ${first + index + 2}`;
      return { key: label, label, value: cosine(row, other) };
    }),
  );
}

function prepareVector({ values }: ResultViews['vector']) {
  const rows = innermost(values).slice(0, MAX_VECTORS);
  const vectors = rows.map((row) => row.slice(0, MAX_NUMBERS));
  if (vectors.length > 1) return { vectors, parts: getSimilarities(vectors) };
  const { total, mean: average, norm } = computeStatistics(values);
  const facts = { Numbers: total, Mean: average, Norm: norm };
  return { vectors, parts: Object.entries(facts).map(([label, value]) => ({ key: label, label, value })) };
}

type PreparedVector = ReturnType<typeof prepareVector>;

/** Models have different dimensions, so what is compared is which rows they find similar. */
function compareVectors(a: PreparedVector, b: PreparedVector): Measures {
  if (a.vectors.length !== b.vectors.length) return {};
  if (a.vectors.length > 1) return { orderCorrelation: rankCorrelation(...commonValues(a.parts, b.parts)) };
  const [[one = []], [other = []]] = [a.vectors, b.vectors];
  return one.length === other.length ? { cosine: cosine(one, other) } : {};
}

const sameFiles = (a: readonly Media[], b: readonly Media[]): Measures => ({
  identical: Number(a.length === b.length && a.every((media, index) => isSame(media.bytes, b[index]!.bytes))),
});

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function coverageParts(coverage: Coverage): Part[] {
  return [...coverage].map(([label, grid]) => ({ key: label, label, value: getShare(grid) }));
}

/** Checks that the functions of a row take the same data. */
function row<Kind extends ResultKind, Data = ResultViews[Kind]>(
  kind: KindRow<Kind, Data>,
): KindRow<Kind, never> {
  return kind as KindRow<Kind, never>;
}

const allParts = (all: readonly (readonly Part[])[]) => all;

const kinds: { readonly [Kind in ResultKind]: KindRow<Kind, never> } = {
  text: row<'text', string>({
    prepare: answerText,
    compare: (a, b) => ({ wordSimilarity: wordSimilarity(a, b) }),
  }),
  labels: row<'labels', Part[]>({
    prepare: ({ rows }) => scoredParts(rows),
    compare: (a, b) => ({
      top1: Number(a[0]?.key === b[0]?.key),
      rankCorrelation: rankCorrelation(...commonValues(a, b)),
    }),
    parts: allParts,
    areScores: true,
  }),
  spans: row<'spans', Part[]>({ prepare: spanParts, compare: compareKeys, parts: allParts, areScores: true }),
  answers: row<'answers', Part[]>({
    prepare: ({ answers }) =>
      scoredParts(answers.map(({ answer, score }) => ({ label: answer, score: score ?? 1 }))),
    compare: (a, b) => compareAnswers(a[0]?.label ?? '', b[0]?.label ?? ''),
    parts: allParts,
    areScores: true,
  }),
  boxes: row<'boxes'>({ compare: compareBoxes, parts: alignBoxes, areScores: true }),
  masks: row<'masks', Coverage>({
    prepare: (view, decode) => (decode ? readCoverage(view, decode) : new Map()),
    compare: compareCoverage,
    parts: (all) => all.map(coverageParts),
    areScores: true,
  }),
  cells: row<'cells'>({
    compare: (a, b) => compareAnswers(a.answer, b.answer),
    parts: (all) => all.map(({ answer }) => [{ key: '', label: 'Answer', value: answer }]),
  }),
  numbers: row<'numbers', Part[]>({ prepare: numberParts, compare: compareNumbers, parts: allParts }),
  vector: row<'vector', PreparedVector>({
    prepare: prepareVector,
    compare: compareVectors,
    parts: (all) => all.map(({ parts }) => parts),
  }),
  image: row<'image'>({ compare: (a, b) => sameFiles([a.media], [b.media]) }),
  video: row<'video'>({ compare: (a, b) => sameFiles([a.media], [b.media]) }),
  audio: row<'audio'>({ compare: (a, b) => sameFiles([a.media], [b.media]) }),
  tracks: row<'tracks', readonly Media[]>({
    prepare: ({ tracks }) => tracks.map(({ media }) => media),
    compare: sameFiles,
  }),
};

export interface AgreementOptions {
  /** Masks are not compared without it. */
  readonly decodeMask?: DecodeMask;
  readonly signal?: AbortSignal;
}

/**
 * Compares results of one task, in bounded time.
 * @param views in the order of the candidates; undefined for those without a result, and of one kind otherwise
 * @returns undefined for fewer than two results
 * @throws CanceledError
 */
export async function computeAgreement(
  views: readonly (ResultView | undefined)[],
  { decodeMask, signal }: AgreementOptions = {},
): Promise<Agreement | undefined> {
  const results = views.flatMap((view, index) => (view ? [{ view, index }] : []));
  const [first] = results;
  if (!first || results.length < 2) return undefined;
  const {
    prepare,
    compare,
    parts,
    areScores = false,
  } = kinds[first.view.kind] as KindRow<ResultKind, unknown>;
  const data: unknown[] = [];
  for (const { view } of results) data.push(prepare ? await prepare(view, decodeMask) : view);
  const pairs: Agreement['pairs'][number][] = [];
  for (const [at, { index: a }] of results.entries()) {
    for (const [next, { index: b }] of results.entries()) {
      if (next <= at) continue;
      // Front ends stay responsive, and can cancel.
      await pause(0, signal);
      pairs.push({ a, b, measures: withoutMissing(compare(data[at], data[next])) });
    }
  }
  const positions = results.map(({ index }) => index);
  const rows = alignParts(parts?.(data) ?? [], positions, views.length, areScores);
  return { pairs, means: getMeans(pairs), rows, areScores };
}

function getMeans(pairs: Agreement['pairs']): Measures {
  const names = Object.keys(measures) as Measure[];
  const means = names.map(
    (name) => [name, mean(pairs.flatMap((pair) => pair.measures[name] ?? []))] as const,
  );
  return withoutMissing(Object.fromEntries(means));
}

function withoutMissing(all: Measures): Measures {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function alignParts(
  all: readonly (readonly Part[])[],
  positions: readonly number[],
  count: number,
  areScores: boolean,
): ComparedRow[] {
  const rows = new Map<string, { label: string; values: (number | string | undefined)[] }>();
  for (const [index, parts] of all.entries()) {
    for (const { key, label, value } of parts) {
      const entry = rows.get(key) ?? { label, values: Array<undefined>(count).fill(undefined) };
      entry.values[positions[index]!] ??= value;
      rows.set(key, entry);
    }
  }
  return [...rows.values()]
    .map((entry) => ({
      ...entry,
      difference: getDifference(
        positions.map((at) => entry.values[at]),
        areScores,
      ),
    }))
    .sort((a, b) => b.difference - a.difference);
}

/** The range of numbers; 1 if other values differ, or one is missing. */
function getDifference(values: readonly (number | string | undefined)[], areScores: boolean): number {
  const numbers = values.map((value) => (value === undefined && areScores ? 0 : value));
  if (numbers.every((value) => typeof value === 'number')) return Math.max(...numbers) - Math.min(...numbers);
  return new Set(numbers).size > 1 ? 1 : 0;
}
