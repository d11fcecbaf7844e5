import { type ColorName, palette } from './colors.ts';
import { type Place, starCorners } from './shapes.ts';

/** Something to draw, in a box of 100 by 100. */
interface Thing {
  /** Default color; by default a random one. */
  color?: ColorName;
  /** Default place. */
  place?: Partial<Place>;
  /** SVG elements, mainly in the color `fill`. */
  draw(fill: string): string;
}

const polygon = (fill: string, points: string) => `<polygon fill="${fill}" points="${points}"/>`;
const disc = (fill: string, x: number, y: number, radius: number) =>
  `<circle fill="${fill}" cx="${x}" cy="${y}" r="${radius}"/>`;
const box = (fill: string, x: number, y: number, width: number, height: number) =>
  `<rect fill="${fill}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;

export const things: Readonly<Record<string, Thing>> = {
  circle: { draw: (fill) => disc(fill, 50, 50, 50) },
  ellipse: { draw: (fill) => `<ellipse fill="${fill}" cx="50" cy="50" rx="50" ry="30"/>` },
  square: { draw: (fill) => box(fill, 0, 0, 100, 100) },
  rectangle: { draw: (fill) => box(fill, 0, 20, 100, 60) },
  triangle: { draw: (fill) => polygon(fill, '50,0 100,100 0,100') },
  diamond: { draw: (fill) => polygon(fill, '50,0 100,50 50,100 0,50') },
  star: { draw: (fill) => polygon(fill, starCorners.map(([x, y]) => `${100 * x},${100 * y}`).join(' ')) },
  sun: {
    color: 'yellow',
    place: { horizontal: 'right', vertical: 'top' },
    draw(fill) {
      const rays = Array.from(
        { length: 12 },
        (_, index) => `<g transform="rotate(${30 * index} 50 50)">${box(fill, 47, 0, 6, 17)}</g>`,
      );
      return disc(fill, 50, 50, 28) + rays.join('');
    },
  },
  cloud: {
    color: 'gray',
    place: { vertical: 'top' },
    draw: (fill) =>
      disc(fill, 22, 60, 20) + disc(fill, 50, 48, 28) + disc(fill, 78, 58, 22) + box(fill, 22, 60, 56, 20),
  },
  house: {
    color: 'beige',
    place: { vertical: 'bottom' },
    draw: (fill) =>
      box(fill, 10, 42, 80, 58) +
      polygon(palette.brown, '50,0 100,42 0,42') +
      box(palette.brown, 42, 66, 18, 34) +
      box(palette.cyan, 19, 54, 15, 15) +
      box(palette.cyan, 67, 54, 15, 15),
  },
  tree: {
    color: 'green',
    place: { vertical: 'bottom' },
    draw: (fill) => box(palette.brown, 44, 60, 12, 40) + disc(fill, 50, 35, 35),
  },
};
