/** A color for a category. */
export interface Tone {
  /** For example `#3166f4`: at least 2.5:1 on white and on black. */
  readonly color: string;
  /** Legible text on it, at least 4.5:1. */
  readonly onColor: '#ffffff' | '#000000';
  /** Words in labels that only this color suits. */
  readonly words: readonly string[];
}

const white = '#ffffff';
const black = '#000000';

/**
 * Distinguishable with any kind of color vision: at least 0.055 in OKLab, including simulations of color
 * blindness. The last one is only for labels that name it.
 */
export const tones: readonly Tone[] = [
  { color: '#3166f4', onColor: white, words: ['blue', 'navy'] },
  { color: '#ca6c06', onColor: black, words: ['orange'] },
  { color: '#42984c', onColor: black, words: ['green', 'lime'] },
  { color: '#da1d86', onColor: white, words: ['pink'] },
  { color: '#7855b0', onColor: white, words: ['purple', 'violet'] },
  { color: '#57a3a8', onColor: black, words: ['teal', 'turquoise', 'cyan', 'aqua'] },
  { color: '#ef6163', onColor: black, words: ['red', 'crimson', 'scarlet'] },
  { color: '#bba000', onColor: black, words: ['yellow', 'gold', 'golden'] },
  { color: '#8b6455', onColor: white, words: ['brown', 'beige', 'tan'] },
  { color: '#35768a', onColor: white, words: [] },
  { color: '#526914', onColor: white, words: ['olive'] },
  { color: '#c758cb', onColor: black, words: ['magenta', 'fuchsia'] },
  { color: '#52525b', onColor: white, words: ['gray', 'grey', 'black', 'white', 'silver'] },
];

const NEUTRAL = tones.length - 1;
/** Characters of a label. */
const MAX_SEARCHED = 200;
const words = new Map(tones.flatMap((tone, index) => tone.words.map((word) => [word, index])));
const colorWord = new RegExp(`(?<![a-z])(?:${[...words.keys()].join('|')})(?![a-z])`);

/**
 * Index in `tones` for each label: the color that it names ("red circle"), or the next one that no label names.
 * Without enough colors, they repeat.
 */
export function tonesFor(labels: readonly string[]): readonly number[] {
  const named = labels.map((label) =>
    words.get(colorWord.exec(label.slice(0, MAX_SEARCHED).toLowerCase())?.[0] ?? ''),
  );
  const all = [...tones.keys()].slice(0, NEUTRAL);
  const free = all.filter((index) => !named.includes(index));
  const others = free.length > 0 ? free : all;
  let next = 0;
  return named.map((index) => index ?? others[next++ % others.length]!);
}

/** The tones of labels that occur many times, by label. */
export function labelTones(labels: readonly string[]): ReadonlyMap<string, number> {
  const distinct = [...new Set(labels)];
  const tones = tonesFor(distinct);
  return new Map(distinct.map((label, index) => [label, tones[index]!]));
}
