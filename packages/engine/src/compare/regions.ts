import { INSIDE_MASK } from '../media/index.ts';
import { f1, getOverlap } from '../metrics/index.ts';
import type { Box, ResultViews } from '../results/index.ts';
import { mean } from './measures.ts';

type BoxesView = ResultViews['boxes'];
type MasksView = ResultViews['masks'];

/** Regions of a result that are compared, best first. */
const MAX_BOXES = 200;
const MAX_MASKS = 50;

/** Boxes of the same object overlap at least this much. */
const MIN_OVERLAP = 0.5;

/** Labels of different models may differ in case. */
export function normalizeLabel(label: string): string {
  return label.trim().toLowerCase();
}

/** A box whose corners may be swapped. */
function toOrdered({ xmin, ymin, xmax, ymax }: Box): Box {
  const [left = 0, right = 0] = [xmin, xmax].sort((a, b) => a - b);
  const [top = 0, bottom = 0] = [ymin, ymax].sort((a, b) => a - b);
  return { xmin: left, ymin: top, xmax: right, ymax: bottom };
}

/** Pairs of boxes with the same label, each box once, the largest overlap first. */
function matchBoxes(a: BoxesView['boxes'], b: BoxesView['boxes']) {
  const boxes = b.map(({ box }) => toOrdered(box));
  const names = b.map(({ label }) => normalizeLabel(label));
  const pairs: { first: number; second: number; overlap: number }[] = [];
  for (const [first, { label, box }] of a.entries()) {
    const name = normalizeLabel(label);
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
  const matches = matchBoxes(first, second);
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
    const matches = new Map(matchBoxes(objects, boxes).map(({ first, second }) => [second, first]));
    return boxes.map((box, index) => {
      const object = matches.get(index) ?? objects.push(box) - 1;
      if (object === labels.length) {
        const number = (counts.get(normalizeLabel(box.label)) ?? 0) + 1;
        counts.set(normalizeLabel(box.label), number);
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
    const name = normalizeLabel(label);
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
