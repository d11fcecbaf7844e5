import { placesIn, wordsIn } from './letters.ts';

/** Where the letters stand that were searched for, name by name: beginnings and ends in turn, in UTF-16 units. */
export function matchesIn(names: readonly string[], typed: string): readonly (readonly number[])[] {
  const words = wordsIn(typed).map((word) => placesIn(names, word));
  return names.map((_, index) => words.flatMap((places) => places[index]?.ranges ?? []));
}
