import { colorNames, type ColorName } from '../colors/color-names.ts';
import { shapeNames, type ShapeName } from '../shapes/templates.ts';
import type { Horizontal, Vertical } from '../shapes/place.ts';

/** The color that each word names. */
export const colorWords: Readonly<Record<string, ColorName>> = {
  ...Object.fromEntries(colorNames.map((name) => [name, name])),
  grey: 'gray',
  silver: 'gray',
  crimson: 'red',
  scarlet: 'red',
  maroon: 'red',
  gold: 'yellow',
  golden: 'yellow',
  lime: 'green',
  olive: 'green',
  turquoise: 'cyan',
  teal: 'cyan',
  aqua: 'cyan',
  navy: 'blue',
  azure: 'blue',
  violet: 'purple',
  magenta: 'purple',
  lilac: 'purple',
  rose: 'pink',
  cream: 'beige',
  tan: 'beige',
};

/** The shape that each word names, in the singular. */
export const shapeWords: Readonly<Record<string, ShapeName>> = {
  ...Object.fromEntries(shapeNames.map((name) => [name, name])),
  disc: 'circle',
  disk: 'circle',
  ball: 'circle',
  dot: 'circle',
  oval: 'ellipse',
  box: 'rectangle',
  bar: 'rectangle',
  rhombus: 'diamond',
};

/** The words of the numbers from 0 on. */
export const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Texts are read up to this many characters. */
export const readCharacters = 2000;

/** Lower-case words and numbers of a text's first {@link readCharacters} characters, in order. */
export function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, readCharacters)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** A word without its plural ending, where that makes a word of `known`. */
export function singular(word: string, known: (word: string) => boolean): string {
  const endings = [/s$/, /es$/];
  return [word, ...endings.map((ending) => word.replace(ending, ''))].find(known) ?? word;
}

/** The color that a word names, as English or American spelling. */
export function colorWord(word: string): ColorName | undefined {
  return Object.hasOwn(colorWords, word) ? colorWords[word] : undefined;
}

/** The shape that a word names, also in the plural; `shape` itself, for any shape, among them. */
export function shapeWord(word: string): ShapeName | undefined {
  const known = (form: string) => Object.hasOwn(shapeWords, form);
  const form = singular(word, known);
  return known(form) ? shapeWords[form] : undefined;
}

/** The number that a word or its digits name; articles are one. */
export function numberWord(word: string): number | undefined {
  if (word === 'a' || word === 'an') return 1;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const place = numberWords.indexOf(word);
  return place < 0 ? undefined : place;
}

interface NamedPlace {
  horizontal?: Horizontal;
  vertical?: Vertical;
}

const middle: NamedPlace = { horizontal: 'center', vertical: 'center' };

/** The column or row that each word names. */
export const placeWords: Readonly<Record<string, NamedPlace>> = {
  left: { horizontal: 'left' },
  right: { horizontal: 'right' },
  top: { vertical: 'top' },
  upper: { vertical: 'top' },
  bottom: { vertical: 'bottom' },
  lower: { vertical: 'bottom' },
  center: middle,
  centre: middle,
  middle,
};

/** The column or row of the picture that a word names; `center` and its like name both. */
export function placeWord(word: string): NamedPlace | undefined {
  return Object.hasOwn(placeWords, word) ? placeWords[word] : undefined;
}
