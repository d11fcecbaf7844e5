import type { ColorName } from './colors.ts';
import { type Place, starPoints } from './shapes.ts';

/** Something to draw, in a box of 100 by 100. */
interface Thing {
  /** SVG elements; those without a `fill` get the color of the thing. */
  svg: string;
  /** Default color; by default a random one. */
  color?: ColorName;
  /** Default place. */
  place?: Partial<Place>;
}

export const things: ReadonlyMap<string, Thing> = new Map<string, Thing>([
  ['circle', { svg: '<circle cx="50" cy="50" r="50"/>' }],
  ['ellipse', { svg: '<ellipse cx="50" cy="50" rx="50" ry="30"/>' }],
  ['square', { svg: '<rect width="100" height="100"/>' }],
  ['rectangle', { svg: '<rect y="20" width="100" height="60"/>' }],
  ['triangle', { svg: '<path d="M50 0L100 100H0Z"/>' }],
  ['diamond', { svg: '<path d="M50 0L100 50L50 100L0 50Z"/>' }],
  ['star', { svg: `<polygon points="${starPoints}"/>` }],
  [
    'sun',
    {
      svg: `<circle cx="50" cy="50" r="28"/>
        <path d="M50 0V100M0 50H100M15 15L85 85M85 15L15 85" stroke="#f7d038" stroke-width="6"/>`,
      color: 'yellow',
      place: { horizontal: 'right', vertical: 'top' },
    },
  ],
  [
    'house',
    {
      svg: `<rect x="10" y="42" width="80" height="58"/>
        <path d="M50 0L100 42H0ZM42 66H58V100H42Z" fill="#8a5a30"/>
        <path d="M19 54H34V69H19ZM67 54H82V69H67Z" fill="#2bb8b3"/>`,
      color: 'beige',
      place: { vertical: 'bottom' },
    },
  ],
  [
    'tree',
    {
      svg: '<rect x="44" y="60" width="12" height="40" fill="#8a5a30"/><circle cx="50" cy="35" r="35"/>',
      color: 'green',
      place: { vertical: 'bottom' },
    },
  ],
]);
