import type { Box } from '../regions/find-regions.ts';

export type Horizontal = 'left' | 'center' | 'right';
export type Vertical = 'top' | 'center' | 'bottom';

export interface Place {
  horizontal: Horizontal;
  vertical: Vertical;
}

/** The rule of {@link placeOf} in words, for cards. */
export const placeRule =
  'The place of an object is the cell, of three columns by three rows of equal size, that holds the middle of its box.';

/** The third of the picture, both ways, that holds the middle of a box. */
export function placeOf(box: Box, width: number, height: number): Place {
  const third = (low: number, high: number, length: number) =>
    Math.min(2, Math.floor((1.5 * (low + high)) / length));
  return {
    horizontal: (['left', 'center', 'right'] as const)[third(box.xmin, box.xmax, width)] ?? 'center',
    vertical: (['top', 'center', 'bottom'] as const)[third(box.ymin, box.ymax, height)] ?? 'center',
  };
}

/** `top left`, `left`, `center` and so on. */
export function namePlace({ horizontal, vertical }: Place): string {
  if (horizontal === 'center') return vertical;
  return vertical === 'center' ? horizontal : `${vertical} ${horizontal}`;
}

/** `at the top left`, `on the left`, `in the center` and so on. */
export function phrasePlace(place: Place): string {
  const name = namePlace(place);
  if (name === 'center') return 'in the center';
  return name === 'left' || name === 'right' ? `on the ${name}` : `at the ${name}`;
}
