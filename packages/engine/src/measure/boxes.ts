import type { JsonValue } from '../fields/index.ts';
import { INSIDE_MASK } from '../media/index.ts';
import type { Box, ResultViews } from '../results/index.ts';
import { isRecord } from '../text/index.ts';
import { f1, foldText } from './texts.ts';
import { mean } from './statistics.ts';

export interface LabeledBox {
  readonly label: string;
  readonly box: Box;
  readonly score?: number;
}

/** Detections of one class on one image, as pycocotools limits them. */
const MAX_DETECTIONS = 100;
const MAX_LABELED = 2000;
const MIN_OVERLAP = 0.5;
const RECALLS = 101;

const isBox = (values: readonly unknown[]) => values.length === 4 && values.every(Number.isFinite);

/** `box` with two corners, or COCO's `bbox` of left, top, width and height. */
function readBox(value: unknown): Box | undefined {
  if (!isRecord(value)) return undefined;
  if (Array.isArray(value)) {
    const [xmin, ymin, width, height] = value as number[];
    return isBox(value)
      ? { xmin: xmin!, ymin: ymin!, xmax: xmin! + width!, ymax: ymin! + height! }
      : undefined;
  }
  const { xmin, ymin, xmax, ymax } = value as unknown as Box;
  return isBox([xmin, ymin, xmax, ymax]) ? { xmin, ymin, xmax, ymax } : undefined;
}

/** A list of `{label, box}` or `{category, bbox}`, or one object with lists of both, as Hub datasets have it. */
export function parseBoxes(value: JsonValue): readonly LabeledBox[] | undefined {
  if (!isRecord(value)) return undefined;
  const { bbox = [], category = [] } = value as { bbox?: JsonValue[]; category?: JsonValue[] };
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : [bbox].flat(1).map((box, index) => ({ bbox: box, category: category[index] }));
  const boxes = list.slice(0, MAX_LABELED + 1).flatMap((entry) => {
    const { box, bbox: corners, label, category: name } = (entry ?? {}) as Record<string, unknown>;
    const area = readBox(box ?? corners);
    const text = label ?? name;
    const isNamed = typeof text === 'string' || typeof text === 'number';
    return area && isNamed ? [{ box: area, label: foldText(String(text)) }] : [];
  });
  return boxes.length === list.length && boxes.length <= MAX_LABELED ? boxes : undefined;
}

/** The intersection of two boxes over their union. */
function getOverlap(one: Box, other: Box): number {
  const width = Math.min(one.xmax, other.xmax) - Math.max(one.xmin, other.xmin);
  const height = Math.min(one.ymax, other.ymax) - Math.max(one.ymin, other.ymin);
  const area = ({ xmin, ymin, xmax, ymax }: Box) => (xmax - xmin) * (ymax - ymin);
  const common = Math.max(0, width) * Math.max(0, height);
  return common === 0 ? 0 : common / (area(one) + area(other) - common);
}

/** The boxes of one image: how many of each class there are, and which detections match one of them. */
export interface BoxMatches {
  readonly actual: ReadonlyMap<string, number>;
  readonly detections: readonly {
    readonly label: string;
    readonly score: number;
    readonly isMatch: boolean;
  }[];
}

/** Matches the best detection first, each to the free box that it overlaps most, as pycocotools. */
export function matchBoxes(detections: readonly LabeledBox[], labeled: readonly LabeledBox[]): BoxMatches {
  const actual = new Map<string, number>();
  for (const { label } of labeled) actual.set(label, (actual.get(label) ?? 0) + 1);
  const taken = new Set<LabeledBox>();
  const used = new Map<string, number>();
  const sorted = [...detections].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const matches = sorted.flatMap(({ label: name, box, score = 0 }) => {
    const label = foldText(name);
    const position = used.get(label) ?? 0;
    if (position >= MAX_DETECTIONS) return [];
    used.set(label, position + 1);
    let [best, max] = [undefined as LabeledBox | undefined, MIN_OVERLAP];
    for (const candidate of actual.has(label) ? labeled : []) {
      if (candidate.label !== label || taken.has(candidate)) continue;
      const overlap = getOverlap(box, candidate.box);
      if (overlap >= max) [best, max] = [candidate, overlap];
    }
    if (best) taken.add(best);
    return [{ label, score, isMatch: best !== undefined }];
  });
  return { actual, detections: matches };
}

/** The mean over the labeled classes of the average precision (COCO's 101 points). */
export function averagePrecision(images: readonly BoxMatches[]): (weights: ArrayLike<number>) => number {
  const classes = new Map<
    string,
    { detections: { row: number; score: number; isMatch: boolean }[]; actual: [number, number][] }
  >();
  const ofClass = (label: string) => {
    const entry = classes.get(label) ?? { detections: [], actual: [] };
    classes.set(label, entry);
    return entry;
  };
  for (const [row, { actual, detections }] of images.entries()) {
    for (const [label, count] of actual) ofClass(label).actual.push([row, count]);
    for (const { label, ...detection } of detections) ofClass(label).detections.push({ row, ...detection });
  }
  const labeled = [...classes.values()].filter(({ actual }) => actual.length > 0);
  for (const { detections } of labeled) detections.sort((a, b) => b.score - a.score);
  return (weights) => {
    let [sum, count] = [0, 0];
    for (const { detections, actual } of labeled) {
      const total = actual.reduce((all, [row, boxes]) => all + weights[row]! * boxes, 0);
      if (total === 0) continue;
      count += 1;
      sum += interpolate(detections, weights, total);
    }
    return sum / count;
  };
}

function interpolate(
  detections: readonly { readonly row: number; readonly isMatch: boolean }[],
  weights: ArrayLike<number>,
  total: number,
): number {
  const [precisions, recalls] = [new Float64Array(detections.length), new Float64Array(detections.length)];
  let [right, all] = [0, 0];
  for (const [index, { row, isMatch }] of detections.entries()) {
    all += weights[row]!;
    if (isMatch) right += weights[row]!;
    precisions[index] = all === 0 ? 0 : right / all;
    recalls[index] = right / total;
  }
  for (let index = precisions.length - 1; index > 0; index -= 1)
    precisions[index - 1] = Math.max(precisions[index - 1]!, precisions[index]!);
  let [sum, at] = [0, 0];
  for (let step = 0; step < RECALLS; step += 1) {
    while (at < recalls.length && recalls[at]! < step / (RECALLS - 1) - 1e-12) at += 1;
    sum += precisions[at] ?? 0;
  }
  return sum / RECALLS;
}

type BoxesView = ResultViews['boxes'];
type MasksView = ResultViews['masks'];

/** Regions of a result that are compared, best first. */
const MAX_BOXES = 200;
const MAX_MASKS = 50;

/** A box whose corners may be swapped. */
function toOrdered({ xmin, ymin, xmax, ymax }: Box): Box {
  const [left = 0, right = 0] = [xmin, xmax].sort((a, b) => a - b);
  const [top = 0, bottom = 0] = [ymin, ymax].sort((a, b) => a - b);
  return { xmin: left, ymin: top, xmax: right, ymax: bottom };
}

/** Pairs of boxes with the same label, each box once, the largest overlap first. */
function pairBoxes(a: BoxesView['boxes'], b: BoxesView['boxes']) {
  const boxes = b.map(({ box }) => toOrdered(box));
  const names = b.map(({ label }) => foldText(label));
  const pairs: { first: number; second: number; overlap: number }[] = [];
  for (const [first, { label, box }] of a.entries()) {
    const name = foldText(label);
    for (const [second, other] of boxes.entries()) {
      const overlap = names[second] === name ? getOverlap(toOrdered(box), other) : 0;
      if (overlap >= MIN_OVERLAP) pairs.push({ first, second, overlap });
    }
  }
  const [usedA, usedB] = [new Set<number>(), new Set<number>()];
  return pairs
    .sort((one, other) => other.overlap - one.overlap)
    .filter(({ first, second }) => {
      const isFree = !usedA.has(first) && !usedB.has(second);
      if (!isFree) return false;
      usedA.add(first);
      usedB.add(second);
      return true;
    });
}

export function compareBoxes({ boxes: a }: BoxesView, { boxes: b }: BoxesView) {
  const [first, second] = [a.slice(0, MAX_BOXES), b.slice(0, MAX_BOXES)];
  const matches = pairBoxes(first, second);
  return {
    f1: f1(matches.length, first.length, second.length),
    iou: mean(matches.map(({ overlap }) => overlap)),
  };
}

/** The boxes of results; those of the same object have the same key. */
export function alignBoxes(views: readonly (BoxesView | undefined)[]) {
  const objects: BoxesView['boxes'][number][] = [];
  const counts = new Map<string, number>();
  const labels: string[] = [];
  return views.map((view) => {
    const boxes = view?.boxes.slice(0, MAX_BOXES) ?? [];
    const matches = new Map(pairBoxes(objects, boxes).map(({ first, second }) => [second, first]));
    return boxes.map((box, index) => {
      const object = matches.get(index) ?? objects.push(box) - 1;
      if (object === labels.length) {
        const number = (counts.get(foldText(box.label)) ?? 0) + 1;
        counts.set(foldText(box.label), number);
        labels.push(number === 1 ? box.label : `${box.label} #${number}`);
      }
      return { key: String(object), label: labels[object]!, value: box.score };
    });
  });
}

/** Decodes a mask in base64, white inside; undefined if it is unreadable or too large. */
export type DecodeMask = (
  mask: string,
) => Promise<{ readonly width: number; readonly height: number; readonly strengths: Uint8Array } | undefined>;

/** Pixels of each side to which masks are scaled, since masks of different models may differ in size. */
const GRID = 128;

/** What each label of a result covers, on a grid. */
export type Coverage = ReadonlyMap<string, Uint8Array>;

export async function readCoverage({ masks }: MasksView, decode: DecodeMask): Promise<Coverage> {
  const coverage = new Map<string, Uint8Array>();
  for (const { label, mask } of masks.slice(0, MAX_MASKS)) {
    const decoded = await decode(mask);
    if (!decoded) continue;
    const name = foldText(label);
    const grid = coverage.get(name) ?? new Uint8Array(GRID * GRID);
    coverage.set(name, grid);
    const { width, height, strengths } = decoded;
    for (let at = 0; at < grid.length; at += 1) {
      const x = Math.floor((((at % GRID) + 0.5) * width) / GRID);
      const y = Math.floor(((Math.floor(at / GRID) + 0.5) * height) / GRID);
      if (strengths[y * width + x]! >= INSIDE_MASK) grid[at] = 1;
    }
  }
  return coverage;
}

/** The mean over all labels of what both results cover over what either covers. */
export function compareCoverage(a: Coverage, b: Coverage) {
  const labels = [...new Set([...a.keys(), ...b.keys()])];
  return { iou: mean(labels.map((label) => gridOverlap(a.get(label), b.get(label)))) };
}

function gridOverlap(a?: Uint8Array, b?: Uint8Array): number {
  if (!a || !b) return 0;
  let [both, either] = [0, 0];
  for (let at = 0; at < a.length; at += 1) {
    both += a[at]! & b[at]!;
    either += a[at]! | b[at]!;
  }
  return either === 0 ? 1 : both / either;
}

/** The share of the image that a grid covers. */
export function getShare(grid: Uint8Array): number {
  return grid.reduce((sum, covered) => sum + covered, 0) / grid.length;
}
