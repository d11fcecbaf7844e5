import type { ColorName } from '../colors/color-names.ts';
import type { FoundObject } from '../shapes/find-objects.ts';
import type { Place } from '../shapes/place.ts';
import type { ShapeName } from '../shapes/templates.ts';
import { colorWord, placeWord, shapeWord } from '../words/lexicon.ts';

/** What a text says about the objects that it means; what is absent may be anything. */
export interface ObjectFilter {
  colors: ColorName[];
  shape?: ShapeName;
  place: Partial<Place>;
}

/** The rule of {@link matches} in words, for cards. */
export const filterRule = `The color, shape and place words of a text say which objects it means. A square is also a rectangle and a circle also
an ellipse; "shape", "object" and "thing" mean any.`;

/** Reads the colors, the first definite shape and the place that words name. */
export function readFilter(words: string[]): ObjectFilter {
  const shape = words.map(shapeWord).find((name) => name !== undefined && name !== 'shape');
  return {
    colors: words.map(colorWord).filter((name) => name !== undefined),
    ...(shape ? { shape } : {}),
    place: Object.assign({}, ...words.map(placeWord)) as Partial<Place>,
  };
}

/** Whether an object is one of those that a text means. */
export function matches(object: FoundObject, { colors, shape, place }: ObjectFilter): boolean {
  const shapes = { square: 'rectangle', circle: 'ellipse' } as Partial<Record<ShapeName, ShapeName>>;
  return (
    (colors.length === 0 || colors.includes(object.color)) &&
    (!shape || shape === object.shape || shape === shapes[object.shape]) &&
    (!place.horizontal || place.horizontal === object.place.horizontal) &&
    (!place.vertical || place.vertical === object.place.vertical)
  );
}

/** Whether a text says anything at all about its objects. */
export function isEmptyFilter({ colors, shape, place }: ObjectFilter): boolean {
  return colors.length === 0 && !shape && !place.horizontal && !place.vertical;
}
