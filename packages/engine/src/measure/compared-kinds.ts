import { diffArrays } from 'diff';
import { answerText, computeStatistics, innermost } from '../format/index.ts';
import { f1, foldText, wordF1, countCommon } from './texts.ts';
import type { Media, ResultKind, ResultViews } from '../results/index.ts';
import { cosine, mean, rankCorrelation, type Measures } from './statistics.ts';
import {
  alignBoxes,
  compareBoxes,
  compareCoverage,
  getShare,
  readCoverage,
  type Coverage,
  type DecodeMask,
} from './boxes.ts';

/** Words, and their parts in scripts without spaces; white space and other characters are separate. */
const parts =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}'’_]+|[^\s]/gu;

/** Characters and words that are compared; the rest of longer texts is ignored. */
const MAX_CHARACTERS = 200_000;
const MAX_WORDS = 5000;
/** Edits that are searched for. Texts that differ more are compared by the words that they share. */
const MAX_EDITS = 500;

function getParts(text: string): string[] {
  return (text.slice(0, MAX_CHARACTERS).match(parts) ?? []).slice(0, 2 * MAX_WORDS);
}

const isWord = (part: string) => part.trim() !== '';

function getWords(text: string): string[] {
  return getParts(text).filter(isWord).slice(0, MAX_WORDS);
}

/** 1 minus the share of words that have to be inserted, deleted or replaced; 1 for equal texts. */
function wordSimilarity(a: string, b: string): number {
  const [first, second] = [getWords(a), getWords(b)];
  const length = Math.max(first.length, second.length);
  if (length === 0) return 1;
  const changes = diffArrays(first, second, { maxEditLength: MAX_EDITS });
  if (!changes) return countCommon(first, second) / length;
  let [edits, removed, added] = [0, 0, 0];
  for (const change of changes) {
    if (change.removed) removed += change.count;
    else if (change.added) added += change.count;
    else {
      edits += Math.max(removed, added);
      [removed, added] = [0, 0];
    }
  }
  return Math.max(0, 1 - (edits + Math.max(removed, added)) / length);
}

/** The words of an answer as SQuAD compares it: lower case, without punctuation and articles. */
function getAnswerWords(text: string): string[] {
  return getWords(text.toLowerCase()).filter(
    (word) => /[\p{L}\p{N}]/u.test(word) && !/^(?:a|an|the)$/.test(word),
  );
}

/** A part of a text, and whether another text lacks it. */
interface TextPart {
  readonly text: string;
  readonly isDifferent: boolean;
}

/** The parts of texts with what is only in one of them: the first one is compared with the second, the others with it. */
export function markDifferences(texts: readonly string[]): readonly (readonly TextPart[])[] {
  const all = texts.map(getParts);
  return all.map((own, index) => {
    const other = all[index === 0 ? 1 : 0] ?? own;
    const changes = diffArrays(other, own, { maxEditLength: MAX_EDITS }) ?? [
      { value: own, added: true, removed: false },
    ];
    const marked: TextPart[] = changes
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value.join(''), isDifferent: added && value.some(isWord) }));
    const rest = texts[index]!.slice(own.join('').length);
    return rest === '' ? marked : [...marked, { text: rest, isDifferent: false }];
  });
}

/** A part of a result. Parts of several results with the same key are about the same. */
export interface Part {
  readonly key: string;
  readonly label: string;
  readonly value: number | string;
}

/** How results of a kind are compared. */
export interface KindRow<Kind extends ResultKind, Data = ResultViews[Kind]> {
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
    .map(({ label, score = 1 }) => ({ key: foldText(label), label, value: score }));
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
  const [first, second] = [getAnswerWords(a), getAnswerWords(b)];
  return { exactMatch: Number(first.join(' ') === second.join(' ')), tokenF1: wordF1(first, second) };
}

function numberParts({ rows, table }: ResultViews['numbers']): Part[] {
  return rows.slice(0, MAX_PARTS).map(({ label, detail, value }, index) => ({
    key: label,
    label: detail ?? (table ? `Row ${index + 1}` : label),
    value,
  }));
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

/** How each kind of result is compared. */
export const comparedKinds: { readonly [Kind in ResultKind]: KindRow<Kind, never> } = {
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
