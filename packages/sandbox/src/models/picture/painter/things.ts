import { palette } from '../colors/palette.ts';
import type { ColorName } from '../colors/color-names.ts';
import { starCorners } from '../shapes/templates.ts';
import type { Place } from '../shapes/place.ts';

/** Something that the painter can draw. */
export interface Thing {
  /** Width and height of the drawing; the larger is 100. */
  size: readonly [width: number, height: number];
  /** The color that it has unless told otherwise; none means any. */
  color?: ColorName;
  /** Where it goes unless told otherwise. */
  place?: Partial<Place>;
  /** SVG elements that fill a box of `size`, mainly in the color `fill` (a hex value). */
  draw(fill: string): string;
}

const polygon = (fill: string, points: readonly (readonly [number, number])[]) =>
  `<polygon fill="${fill}" points="${points.map(([x, y]) => `${(100 * x).toFixed(3)},${(100 * y).toFixed(3)}`).join(' ')}"/>`;
const disc = (fill: string, x: number, y: number, radius: number) =>
  `<circle fill="${fill}" cx="${x}" cy="${y}" r="${radius}"/>`;
const box = (fill: string, x: number, y: number, width: number, height: number) =>
  `<rect fill="${fill}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
const around = (count: number, draw: (angle: number) => string) =>
  Array.from({ length: count }, (_, index) => draw((360 * index) / count)).join('');

const plain = {
  circle: { size: [100, 100], draw: (fill) => disc(fill, 50, 50, 50) },
  ellipse: {
    size: [100, 60],
    draw: (fill) => `<ellipse fill="${fill}" cx="50" cy="30" rx="50" ry="30"/>`,
  },
  square: { size: [100, 100], draw: (fill) => box(fill, 0, 0, 100, 100) },
  rectangle: { size: [100, 60], draw: (fill) => box(fill, 0, 0, 100, 60) },
  triangle: {
    size: [100, 100],
    draw: (fill) => polygon(fill, [[0.5, 0], [1, 1], [0, 1]]), // prettier-ignore
  },
  diamond: {
    size: [100, 100],
    draw: (fill) => polygon(fill, [[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]), // prettier-ignore
  },
  star: { size: [100, 100], draw: (fill) => polygon(fill, starCorners) },
  heart: {
    size: [100, 100],
    color: 'red',
    draw: (fill) =>
      `<path fill="${fill}" d="M50 100C20 70 0 50 0 28A26 26 0 0 1 50 18A26 26 0 0 1 100 28C100 50 80 70 50 100Z"/>`,
  },
} satisfies Record<string, Thing>;

const scenery = {
  sun: {
    size: [100, 100],
    color: 'yellow',
    place: { horizontal: 'right', vertical: 'top' },
    draw: (fill) =>
      disc(fill, 50, 50, 28) +
      around(
        12,
        (angle) =>
          `<rect fill="${fill}" x="47" y="0" width="6" height="17" transform="rotate(${angle} 50 50)"/>`,
      ),
  },
  moon: {
    size: [100, 100],
    color: 'beige',
    place: { vertical: 'top' },
    draw: (fill) => `<path fill="${fill}" d="M70 4A50 50 0 1 0 96 70A40 40 0 1 1 70 4Z"/>`,
  },
  cloud: {
    size: [100, 60],
    color: 'gray',
    place: { vertical: 'top' },
    draw: (fill) =>
      disc(fill, 22, 40, 20) + disc(fill, 50, 28, 28) + disc(fill, 78, 38, 22) + box(fill, 22, 40, 56, 20),
  },
  house: {
    size: [100, 100],
    color: 'beige',
    place: { vertical: 'bottom' },
    draw: (fill) =>
      box(fill, 10, 42, 80, 58) +
      polygon(palette.brown, [
        [0.5, 0],
        [1, 0.42],
        [0, 0.42],
      ]) + // prettier-ignore
      box(palette.brown, 42, 66, 18, 34) +
      box(palette.cyan, 19, 54, 15, 15) +
      box(palette.cyan, 67, 54, 15, 15),
  },
  tree: {
    size: [70, 100],
    color: 'green',
    place: { vertical: 'bottom' },
    draw: (fill) => box(palette.brown, 29, 60, 12, 40) + disc(fill, 35, 35, 35),
  },
  flower: {
    size: [60, 100],
    color: 'pink',
    place: { vertical: 'bottom' },
    draw: (fill) =>
      box(palette.green, 28, 40, 4, 60) +
      around(
        6,
        (angle) => `<circle fill="${fill}" cx="30" cy="12" r="11" transform="rotate(${angle} 30 30)"/>`,
      ) +
      disc(palette.yellow, 30, 30, 10),
  },
  mountain: {
    size: [100, 80],
    color: 'gray',
    place: { vertical: 'bottom' },
    draw: (fill) =>
      polygon(fill, [[0.5, 0], [1, 0.8], [0, 0.8]]) + // prettier-ignore
      polygon(palette.white, [[0.5, 0], [0.62, 0.2], [0.5, 0.16], [0.38, 0.2]]), // prettier-ignore
  },
} satisfies Record<string, Thing>;

export type ThingName = keyof typeof plain | keyof typeof scenery;

/** Everything that the painter can draw, by name. */
export const things: Readonly<Record<ThingName, Thing>> = { ...plain, ...scenery };
