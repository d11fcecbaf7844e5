import { defineModel } from '../../define-model.ts';
import type { Image } from '../../media/image.ts';
import { keepAbove } from '../parameters.ts';
import { type ColorName, type ColorShare, countShares } from './colors.ts';
import { type Box, findRegions, type Region, type RegionMap } from './regions.ts';

export const shapeNames = [
  'circle',
  'ellipse',
  'square',
  'rectangle',
  'triangle',
  'diamond',
  'star',
] as const;

/** `shape` is any other shape. */
export type ShapeName = (typeof shapeNames)[number] | 'shape';

/** A cell of a grid of three by three. */
export interface Place {
  horizontal: 'left' | 'center' | 'right';
  vertical: 'top' | 'center' | 'bottom';
}

export interface SceneObject {
  color: ColorName;
  shape: ShapeName;
  /** How well the shape fits, 0 to 1. */
  fit: number;
  /** In pixels of the image. */
  box: Box;
  /** Share of the image. */
  share: number;
  place: Place;
}

interface Scene {
  /** Each color's share of the background, the largest first. */
  background: ColorShare[];
  /** The best fit first. */
  objects: SceneObject[];
}

/** The corners of a five-pointed star in an SVG drawing of 100 by 100. */
export const starPoints = '50,0 62,38 100,38 69,62 81,100 50,76 19,100 31,62 0,38 38,38';

/** The same in the unit square. */
const starCorners = starPoints.split(' ').map((point): [x: number, y: number] => {
  const [x = 0, y = 0] = point.split(',').map((coordinate) => Number(coordinate) / 100);
  return [x, y];
});

function isInStar(u: number, v: number): boolean {
  const crossings = starCorners.filter(([x, y], index) => {
    const [nextX, nextY] = starCorners[(index + 1) % starCorners.length] ?? [x, y];
    return y > v !== nextY > v && u < x + ((nextX - x) * (v - y)) / (nextY - y);
  });
  return crossings.length % 2 === 1;
}

interface Template {
  shape: ShapeName;
  /** The name in a box with nearly equal sides. */
  even: ShapeName;
  /** Whether a point of the unit square is inside. */
  contains(u: number, v: number): boolean;
}

const templates: readonly Template[] = [
  { shape: 'rectangle', even: 'square', contains: () => true },
  { shape: 'ellipse', even: 'circle', contains: (u, v) => (u - 0.5) ** 2 + (v - 0.5) ** 2 <= 0.25 },
  { shape: 'triangle', even: 'triangle', contains: (u, v) => 2 * Math.abs(u - 0.5) <= v },
  { shape: 'triangle', even: 'triangle', contains: (u, v) => 2 * Math.abs(u - 0.5) <= 1 - v },
  { shape: 'diamond', even: 'diamond', contains: (u, v) => Math.abs(u - 0.5) + Math.abs(v - 0.5) <= 0.5 },
  { shape: 'star', even: 'star', contains: isInStar },
];

const minFit = 0.75;
const minShare = 0.001;
/** Of its box; thin regions are soft edges, lines and frames. */
const minDensity = 0.25;
const backgroundShare = 0.15;
const maxRegions = 100;

/** The template with the best intersection over union with the region, in the region's box. */
function fitShape({ width: columns, regionOf }: RegionMap, { number, box }: Region) {
  const [width, height] = [box.xmax - box.xmin, box.ymax - box.ymin];
  const isEven = Math.abs(width - height) <= 0.1 * Math.max(width, height);
  const fits = templates.map(({ shape, even, contains }) => {
    let [common, either] = [0, 0];
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const isInRegion = regionOf[(box.ymin + y) * columns + box.xmin + x] === number;
        const isInShape = contains((x + 0.5) / width, (y + 0.5) / height);
        if (isInRegion && isInShape) common += 1;
        if (isInRegion || isInShape) either += 1;
      }
    }
    return { shape: isEven ? even : shape, fit: common / either };
  });
  const best = fits.reduce((left, right) => (right.fit > left.fit ? right : left));
  return best.fit < minFit ? { shape: 'shape' as const, fit: best.fit } : best;
}

function locate({ xmin, xmax, ymin, ymax }: Box, { width, height }: Image): Place {
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

/**
 * Finds the background and the objects of an image. Regions that span the image or have at least 15% of its border are
 * background.
 */
export function findObjects(image: Image): Scene {
  const map = findRegions(image);
  const { width, height, stride, regionOf, colors } = map;
  const isBackground = ({ borderPixels, box }: Region) =>
    borderPixels >= backgroundShare * 2 * (width + height) ||
    box.xmax - box.xmin === width ||
    box.ymax - box.ymin === height;
  const isThin = ({ area, box }: Region) => area < minDensity * (box.xmax - box.xmin) * (box.ymax - box.ymin);
  const regions = map.regions.slice(0, maxRegions).filter(({ area }) => area >= minShare * regionOf.length);
  const backgroundNumbers = new Set(regions.filter(isBackground).map(({ number }) => number));
  const objects = regions
    .filter((region) => !backgroundNumbers.has(region.number) && !isThin(region))
    .map((region): SceneObject => {
      const box = {
        xmin: region.box.xmin * stride,
        ymin: region.box.ymin * stride,
        xmax: Math.min(region.box.xmax * stride, image.width),
        ymax: Math.min(region.box.ymax * stride, image.height),
      };
      const share = region.area / regionOf.length;
      return { color: region.color, ...fitShape(map, region), box, share, place: locate(box, image) };
    });
  return {
    background: countShares(colors.filter((_, pixel) => backgroundNumbers.has(regionOf[pixel] ?? -1))),
    objects: objects.sort((left, right) => right.fit - left.fit || right.share - left.share),
  };
}

export const shapeDetector = defineModel({
  id: 'sandbox/shape-detector',
  task: 'object-detection',
  card: `
Detects colored shapes in front of a background, such as "red circle", the best fit first.

Regions of one color that do not touch most of the border are compared with a rectangle, ellipse, triangle, diamond and star in
their box. The score is the intersection over union; \`threshold\` (0.5 by default) is its minimum, and below 0.75 the
name is "shape". Overlapped and tilted shapes fit poorly, and it does not detect cats or cars.
`,
  examples: [
    { example_title: 'Colored shapes', src: 'shapes.png' },
    { example_title: 'A meadow with a house', src: 'meadow.png' },
  ],
  answer(image, parameters) {
    const detections = findObjects(image).objects.map(({ color, shape, fit, box }) => ({
      label: `${color} ${shape}`,
      score: fit,
      box,
    }));
    return keepAbove(detections, parameters, 0.5);
  },
});

/** Shapes by the share of their box that they fill. */
const fillRatios = [
  { shape: 'rectangle', even: 'square', ratio: 1 },
  { shape: 'ellipse', even: 'circle', ratio: Math.PI / 4 },
  { shape: 'triangle', even: 'triangle', ratio: 0.5 },
] as const;

export const fillRatioDetector = defineModel({
  id: 'sandbox/fill-ratio-detector',
  task: 'object-detection',
  card: `
Detects colored shapes in front of a background, and names them by how much of their box they fill.

Regions are those of *shape-detector*. A rectangle fills its box, an ellipse π/4 of it, a triangle half. The score is 1 minus the
difference to the nearest of these; \`threshold\` (0.5 by default) is its minimum. Diamonds are called triangles, and stars as well.
`,
  examples: [{ example_title: 'Colored shapes', src: 'shapes.png' }],
  answer(image, parameters) {
    const detections = findObjects(image).objects.map(({ color, share, box }) => {
      const [width, height] = [box.xmax - box.xmin, box.ymax - box.ymin];
      const fill = (share * image.width * image.height) / (width * height);
      const distance = ({ ratio }: (typeof fillRatios)[number]) => Math.abs(ratio - fill);
      const [best] = fillRatios.toSorted((left, right) => distance(left) - distance(right));
      const isEven = Math.abs(width - height) <= 0.1 * Math.max(width, height);
      const score = Math.max(0, 1 - distance(best!));
      return { label: `${color} ${isEven ? best!.even : best!.shape}`, score, box };
    });
    return keepAbove(
      detections.toSorted((left, right) => right.score - left.score),
      parameters,
      0.5,
    );
  },
});
