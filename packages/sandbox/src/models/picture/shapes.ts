import type { Picture } from '../../media/picture.ts';
import { type ColorName, colorRules, type ColorShare, sharesOf } from './colors.ts';
import { type Box, findRegions, type Region, type RegionMap, regionRules } from './regions.ts';

/** `shape` is any other shape. */
export type ShapeName =
  'circle' | 'ellipse' | 'square' | 'rectangle' | 'triangle' | 'diamond' | 'star' | 'shape';

/** A cell of a grid of three by three. */
export interface Place {
  horizontal: 'left' | 'center' | 'right';
  vertical: 'top' | 'center' | 'bottom';
}

export interface FoundObject {
  color: ColorName;
  shape: ShapeName;
  /** How well the shape fits, 0 to 1. */
  fit: number;
  /** In pixels of the picture. */
  box: Box;
  /** Share of the picture. */
  share: number;
  place: Place;
}

interface Scene {
  width: number;
  height: number;
  /** Each color's share of the background, the largest first. */
  background: ColorShare[];
  /** The best fit first. */
  objects: FoundObject[];
}

/** The corners of a five-pointed star that fills the unit square. */
export const starCorners: readonly (readonly [x: number, y: number])[] = Array.from(
  { length: 10 },
  (_, corner) => {
    const radius = corner % 2 === 0 ? 1 : (3 - Math.sqrt(5)) / 2;
    const angle = (corner * Math.PI) / 5;
    const [width, height] = [2 * Math.sin(0.4 * Math.PI), 1 + Math.cos(0.2 * Math.PI)];
    return [0.5 + (radius * Math.sin(angle)) / width, (1 - radius * Math.cos(angle)) / height];
  },
);

function isInStar(u: number, v: number): boolean {
  const crossed = starCorners.filter(([x, y], index) => {
    const [nextX, nextY] = starCorners[(index + 1) % starCorners.length] ?? [x, y];
    return y > v !== nextY > v && u < x + ((nextX - x) * (v - y)) / (nextY - y);
  });
  return crossed.length % 2 === 1;
}

/** The names in a box of nearly equal sides and in any other box, and whether a point of the unit square is inside. */
const templates: readonly [
  even: ShapeName,
  uneven: ShapeName,
  isInside: (u: number, v: number) => boolean,
][] = [
  ['square', 'rectangle', () => true],
  ['circle', 'ellipse', (u, v) => (u - 0.5) ** 2 + (v - 0.5) ** 2 <= 0.25],
  ['triangle', 'triangle', (u, v) => 2 * Math.abs(u - 0.5) <= v],
  ['triangle', 'triangle', (u, v) => 2 * Math.abs(u - 0.5) <= 1 - v],
  ['triangle', 'triangle', (u, v) => 2 * Math.abs(v - 0.5) <= u],
  ['triangle', 'triangle', (u, v) => 2 * Math.abs(v - 0.5) <= 1 - u],
  ['diamond', 'diamond', (u, v) => Math.abs(u - 0.5) + Math.abs(v - 0.5) <= 0.5],
  ['star', 'star', isInStar],
];

const minFit = 0.75;
const minShare = 0.001;
const backgroundShare = 0.15;
const maxObjects = 100;

/** {@link findObjects} in words, for cards. */
export const objectRules = `${regionRules} Regions that take up ${100 * backgroundShare}% of the picture's border or span the picture are background; the others are objects
if they have at least ${100 * minShare}% of the pixels. An object is compared with a rectangle, ellipse, triangle, diamond and star that
fill its box; the fit is the intersection divided by the union. Below ${minFit} the name is "shape". A
rectangle or ellipse with nearly equal sides is a square or circle.

${colorRules}`;

/** 1 for each pixel of the region's box that is in the region, or enclosed by it from all four sides. */
function filledMask({ width: columns, regionOf }: RegionMap, { number, box }: Region): Uint8Array {
  const [width, height] = [box.xmax - box.xmin, box.ymax - box.ymin];
  const isInRegion = (x: number, y: number) => regionOf[(box.ymin + y) * columns + box.xmin + x] === number;
  const xs = Array.from({ length: width }, (_, x) => x);
  const ys = Array.from({ length: height }, (_, y) => y);
  const rows = ys.map((y) => [
    xs.findIndex((x) => isInRegion(x, y)),
    xs.findLastIndex((x) => isInRegion(x, y)),
  ]);
  const cols = xs.map((x) => [
    ys.findIndex((y) => isInRegion(x, y)),
    ys.findLastIndex((y) => isInRegion(x, y)),
  ]);
  const isBetween = (value: number, [first = 0, last = 0]: number[] = []) => value >= first && value <= last;
  return Uint8Array.from({ length: width * height }, (_, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return isBetween(x, rows[y]) && isBetween(y, cols[x]) ? 1 : 0;
  });
}

function fitShape(map: RegionMap, region: Region): { shape: ShapeName; fit: number } {
  const [width, height] = [region.box.xmax - region.box.xmin, region.box.ymax - region.box.ymin];
  const mask = filledMask(map, region);
  const fits = templates.map(([even, uneven, isInside]) => {
    let [common, either] = [0, 0];
    for (const [pixel, filled] of mask.entries()) {
      const inside = isInside(((pixel % width) + 0.5) / width, (Math.floor(pixel / width) + 0.5) / height);
      if (inside && filled === 1) common += 1;
      if (inside || filled === 1) either += 1;
    }
    return { even, uneven, fit: common / either };
  });
  const { even, uneven, fit } = fits.reduce((best, next) => (next.fit > best.fit ? next : best));
  if (fit < minFit) return { shape: 'shape', fit };
  const isEven = Math.abs(width - height) <= 0.1 * Math.max(width, height);
  return { shape: isEven ? even : uneven, fit };
}

function placeOf({ xmin, xmax, ymin, ymax }: Box, width: number, height: number): Place {
  const third = (sum: number, length: number) => Math.min(2, Math.floor((1.5 * sum) / length));
  return {
    horizontal: (['left', 'center', 'right'] as const)[third(xmin + xmax, width)] ?? 'center',
    vertical: (['top', 'center', 'bottom'] as const)[third(ymin + ymax, height)] ?? 'center',
  };
}

/** `top left`, `left`, `center` and so on. */
export function namePlace({ horizontal, vertical }: Place): string {
  if (horizontal === 'center') return vertical;
  return vertical === 'center' ? horizontal : `${vertical} ${horizontal}`;
}

/** Finds the background and the objects of a picture; see {@link objectRules}. */
export function findObjects(picture: Picture): Scene {
  const { width, height } = picture;
  const map = findRegions(picture);
  const border = map.regions.map(({ borderPixels }) => borderPixels);
  const minBorder = Math.min(
    Math.max(...border.slice(0, maxObjects)),
    backgroundShare * border.reduce((sum, pixels) => sum + pixels, 0),
  );
  const isBackground = ({ borderPixels, box }: Region) =>
    borderPixels >= minBorder || box.xmax - box.xmin === map.width || box.ymax - box.ymin === map.height;
  const objects = map.regions
    .slice(0, maxObjects)
    .filter((region) => !isBackground(region) && region.area >= minShare * map.regionOf.length)
    .map((region): FoundObject => {
      const box = {
        xmin: region.box.xmin * map.stride,
        ymin: region.box.ymin * map.stride,
        xmax: Math.min(region.box.xmax * map.stride, width),
        ymax: Math.min(region.box.ymax * map.stride, height),
      };
      const share = region.area / map.regionOf.length;
      return {
        color: region.color,
        ...fitShape(map, region),
        box,
        share,
        place: placeOf(box, width, height),
      };
    });
  return {
    width,
    height,
    background: sharesOf(map.regions.filter(isBackground).map(({ color, area }) => [color, area] as const)),
    objects: objects.sort((left, right) => right.fit - left.fit || right.share - left.share),
  };
}
