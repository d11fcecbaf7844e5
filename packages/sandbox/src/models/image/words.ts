import { getWords } from '../text/words.ts';
import { type ColorName, colorNames } from './colors.ts';
import { shapeNames, type Place, type SceneObject, type ShapeName } from './shapes.ts';

export const colorWords: ReadonlyMap<string, ColorName> = new Map([
  ...colorNames.map((name) => [name, name] as const),
  ['grey', 'gray'],
  ['gold', 'yellow'],
  ['navy', 'blue'],
  ['dark', 'black'],
  ['bright', 'white'],
] as const);

export const shapeWords: ReadonlyMap<string, ShapeName> = new Map([
  ...shapeNames.map((name) => [name, name] as const),
  ['disc', 'circle'],
  ['oval', 'ellipse'],
] as const);

const middle: Partial<Place> = { horizontal: 'center', vertical: 'center' };

const placeWords: ReadonlyMap<string, Partial<Place>> = new Map<string, Partial<Place>>([
  ['left', { horizontal: 'left' }],
  ['right', { horizontal: 'right' }],
  ['top', { vertical: 'top' }],
  ['bottom', { vertical: 'bottom' }],
  ['center', middle],
  ['middle', middle],
]);

export function toSingular(word: string): string {
  return word.replace(/s$/, '');
}

/** The place that all place words together name. */
export function findPlace(words: readonly string[]): Partial<Place> {
  return Object.assign({}, ...words.map((word) => placeWords.get(word))) as Partial<Place>;
}

interface ObjectFilter {
  colors: ColorName[];
  shape: ShapeName | undefined;
  place: Partial<Place>;
  /** Whether it matches all objects. */
  isEmpty: boolean;
}

export function readFilter(text: string): ObjectFilter {
  const words = getWords(text);
  const colors = words.flatMap((word) => colorWords.get(word) ?? []);
  const [shape] = words.flatMap((word) => shapeWords.get(toSingular(word)) ?? []);
  const place = findPlace(words);
  const isEmpty = colors.length === 0 && shape === undefined && Object.keys(place).length === 0;
  return { colors, shape, place, isEmpty };
}

/** Whether a text refers to an object. A square is also a rectangle, a circle also an ellipse. */
export function matches(object: SceneObject, { colors, shape, place }: ObjectFilter): boolean {
  const general = { square: 'rectangle', circle: 'ellipse' } as Partial<Record<ShapeName, ShapeName>>;
  return (
    (colors.length === 0 || colors.includes(object.color)) &&
    (!shape || shape === object.shape || shape === general[object.shape]) &&
    (!place.horizontal || place.horizontal === object.place.horizontal) &&
    (!place.vertical || place.vertical === object.place.vertical)
  );
}
