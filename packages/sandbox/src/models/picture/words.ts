import { plainWords } from '../text/words.ts';
import { type ColorName, colorNames } from './colors.ts';
import type { FoundObject, Place, ShapeName } from './shapes.ts';

const colorWords: Readonly<Record<string, ColorName>> = {
  ...Object.fromEntries(colorNames.map((name) => [name, name])),
  grey: 'gray',
  gold: 'yellow',
  golden: 'yellow',
  turquoise: 'cyan',
  teal: 'cyan',
  navy: 'blue',
  violet: 'purple',
  tan: 'beige',
};

const shapeWords: Readonly<Record<string, ShapeName>> = {
  circle: 'circle',
  disc: 'circle',
  ball: 'circle',
  dot: 'circle',
  ellipse: 'ellipse',
  oval: 'ellipse',
  square: 'square',
  rectangle: 'rectangle',
  box: 'rectangle',
  triangle: 'triangle',
  diamond: 'diamond',
  star: 'star',
};

const middle: Partial<Place> = { horizontal: 'center', vertical: 'center' };

const placeWords: Readonly<Record<string, Partial<Place>>> = {
  left: { horizontal: 'left' },
  right: { horizontal: 'right' },
  top: { vertical: 'top' },
  upper: { vertical: 'top' },
  bottom: { vertical: 'bottom' },
  lower: { vertical: 'bottom' },
  center: middle,
  middle,
};

/** The words known to the picture models, for cards. */
export const wordRules = `Known words: the color names and ${listOf(colorWords)}; ${listOf(shapeWords)}; ${listOf(placeWords)}.`;

function listOf(words: Readonly<Record<string, unknown>>): string {
  return Object.keys(words)
    .filter((word) => !colorNames.includes(word as ColorName))
    .join(', ');
}

/** The entry for a word; ignores inherited properties such as `constructor`. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The entry for a word or its singular. */
export function lookUpPlural<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return (
    lookUp(table, word) ?? lookUp(table, word.replace(/s$/, '')) ?? lookUp(table, word.replace(/es$/, ''))
  );
}

/** The words of the first 2,000 characters of a text, in lower case. */
export function firstWords(text: string): string[] {
  return plainWords(text.slice(0, 2000));
}

export const colorWord = (word: string): ColorName | undefined => lookUp(colorWords, word);
export const shapeWord = (word: string): ShapeName | undefined => lookUpPlural(shapeWords, word);
export const placeWord = (word: string): Partial<Place> | undefined => lookUp(placeWords, word);

/** The objects that a text refers to. */
interface ObjectFilter {
  colors: ColorName[];
  shape: ShapeName | undefined;
  place: Partial<Place>;
  /** Whether it matches all objects. */
  isEmpty: boolean;
}

export function readFilter(words: readonly string[]): ObjectFilter {
  const colors = words.flatMap((word) => colorWord(word) ?? []);
  const shape = words.map(shapeWord).find((name) => name !== undefined);
  const place: Partial<Place> = Object.assign({}, ...words.map(placeWord));
  const isEmpty = colors.length === 0 && shape === undefined && Object.keys(place).length === 0;
  return { colors, shape, place, isEmpty };
}

/** Whether a text refers to an object. A square is also a rectangle, a circle also an ellipse. */
export function matches(object: FoundObject, { colors, shape, place }: ObjectFilter): boolean {
  const general = { square: 'rectangle', circle: 'ellipse' } as Partial<Record<ShapeName, ShapeName>>;
  return (
    (colors.length === 0 || colors.includes(object.color)) &&
    (!shape || shape === object.shape || shape === general[object.shape]) &&
    (!place.horizontal || place.horizontal === object.place.horizontal) &&
    (!place.vertical || place.vertical === object.place.vertical)
  );
}
