import { plainWords } from '../text/words.ts';
import type { ColorName } from './colors.ts';
import { things } from './painter-things.ts';
import type { Place } from './shapes.ts';
import { colorWords, placeIn, shapeWords, singular } from './words.ts';

export interface Item {
  /** A key of {@link things}. */
  thing: string;
  color: ColorName | undefined;
  /** Factor of the usual size. */
  size: number;
  place: Partial<Place>;
}

interface Plan {
  background: ColorName;
  sky: ColorName | undefined;
  /** A band along the bottom. */
  ground: ColorName | undefined;
  items: Item[];
}

export const maxItems = 60;

const grounds: ReadonlyMap<string, ColorName> = new Map([
  ['grass', 'green'],
  ['sea', 'blue'],
  ['sand', 'beige'],
]);
const sizes = new Map(Object.entries({ tiny: 0.4, small: 0.6, big: 1.5, large: 1.5, huge: 2 }));
const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const partEnd = /[.,;:!?]|\b(?:and|with|under|above|over|beside|behind)\b/;

function parseNumber(word: string): number | undefined {
  const index = numberWords.indexOf(word);
  if (index !== -1) return index;
  return /^\d{1,4}$/.test(word) ? Number(word) : undefined;
}

/** Adds everything named in one part of the prompt to the plan. Colors, numbers and sizes come before the thing. */
function readPart(words: readonly string[], plan: Plan): void {
  const place = placeIn(words);
  let next: { count?: number; color?: ColorName; size?: number } = {};
  for (const word of words) {
    const thing = shapeWords.get(singular(word)) ?? singular(word);
    const ground = grounds.get(word);
    next.color = colorWords.get(word) ?? next.color;
    next.count = parseNumber(word) ?? next.count;
    next.size = sizes.get(word) ?? next.size;
    if (things.has(thing)) {
      const { count = 1, color, size = 1 } = next;
      const item = { thing, color, size, place: { ...things.get(thing)?.place, ...place } };
      plan.items.push(...Array<Item>(Math.min(count, maxItems)).fill(item));
      next = {};
    } else if (ground) {
      plan.ground = next.color ?? ground;
      next = {};
    } else if (word === 'sky') {
      plan.sky = next.color ?? 'blue';
      next = {};
    }
  }
  // A color without a thing, as in "a circle on black" and "a white background".
  if (words.includes('on') || words.includes('background')) plan.background = next.color ?? plan.background;
}

/** Finds the things and backgrounds named in a prompt; if there are none, a circle per word. */
export function readPrompt(prompt: string): Plan {
  const plan: Plan = { background: 'white', sky: undefined, ground: undefined, items: [] };
  for (const part of prompt.toLowerCase().split(partEnd)) readPart(plainWords(part), plan);
  if (plan.items.length === 0) {
    const circle: Item = { thing: 'circle', color: undefined, size: 1, place: {} };
    plan.items = plainWords(prompt).map(() => circle);
  }
  return { ...plan, items: plan.items.slice(0, maxItems) };
}
