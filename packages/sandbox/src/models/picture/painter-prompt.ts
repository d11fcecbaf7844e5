import { type ColorName, palette } from './colors.ts';
import { things } from './painter-things.ts';
import type { Place } from './shapes.ts';
import { colorWord, firstWords, lookUp, lookUpPlural, placeWord, shapeWord } from './words.ts';

export interface Item {
  /** A key of {@link things}. */
  thing: string;
  count: number;
  color: ColorName | undefined;
  /** Factor of the usual size. */
  size: number;
  place: Partial<Place>;
}

interface Backdrop {
  color: ColorName;
  /** CSS color. */
  value: string;
}

interface Plan {
  background?: Backdrop;
  /** A band along the bottom. */
  ground?: Backdrop;
  items: Item[];
}

export const maxThings = 60;

const grounds: Readonly<Record<string, Backdrop>> = {
  grass: { color: 'green', value: '#86c96b' },
  meadow: { color: 'green', value: '#86c96b' },
  sea: { color: 'blue', value: '#4f93cf' },
  water: { color: 'blue', value: '#4f93cf' },
  sand: { color: 'beige', value: '#ecd9b0' },
  snow: { color: 'white', value: '#f7f9fb' },
};

const skies: Readonly<Record<string, Backdrop>> = {
  sky: { color: 'blue', value: '#8fc8f0' },
  night: { color: 'black', value: '#10142e' },
};

const sizes: Readonly<Record<string, number>> = { tiny: 0.4, small: 0.6, big: 1.5, large: 1.5, huge: 2 };

const numbers: Readonly<Record<string, number>> = {
  ...{
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
  },
  ...{ eleven: 11, twelve: 12, some: 3, several: 5, many: 9 },
};

const namesOf = (words: object) => Object.keys(words).join(', ');

/** The words recognized in a prompt, for the card. */
export const promptRules = `Things: ${namesOf(things)}. Grounds: ${namesOf(grounds)}. Skies: ${namesOf(skies)}. Sizes: ${namesOf(sizes)}. Numbers:
digits, ${namesOf(numbers)}.`;

const partEnd = /[.,;:!?]|\b(?:and|with|under|above|over|beside|behind)\b/;

function thingWord(word: string): string | undefined {
  const name = shapeWord(word) ?? [word, word.replace(/s$/, '')].find((form) => lookUp(things, form));
  return name === 'shape' ? undefined : name;
}

function backdrop(color: ColorName): Backdrop {
  return { color, value: palette[color] };
}

/** Adds everything named in one part of the prompt to the plan. */
function readPart(words: readonly string[], plan: Plan): void {
  const place: Partial<Place> = Object.assign({}, ...words.map(placeWord));
  let next: { count?: number; color?: ColorName; size?: number } = {};
  let hasItem = false;
  for (const word of words) {
    const thing = thingWord(word);
    const ground = lookUp(grounds, word);
    const sky = lookUp(skies, word);
    const named = next.color && backdrop(next.color);
    if (thing !== undefined) {
      const { count = 1, color, size = 1 } = next;
      plan.items.push({ thing, count, color, size, place: { ...things[thing]?.place, ...place } });
      hasItem = true;
    } else if (ground) {
      plan.ground = named && named.color !== ground.color ? named : ground;
    } else if (sky) {
      plan.background = named && named.color !== sky.color ? named : sky;
    } else if (word === 'background' && named) {
      plan.background = named;
    }
    if (thing !== undefined || ground || sky || word === 'background') next = {};
    next.color = colorWord(word) ?? next.color;
    next.count = lookUpPlural(numbers, word) ?? (/^\d{1,4}$/.test(word) ? Number(word) : next.count);
    next.size = lookUp(sizes, word) ?? next.size;
  }
  // "a circle on black"
  if (hasItem && next.color && words.includes('on')) plan.background ??= backdrop(next.color);
}

/** Finds the things and backgrounds named in a prompt; if there are none, a circle per word. */
export function readPrompt(prompt: string): Plan {
  const plan: Plan = { items: [] };
  const parts = prompt.slice(0, 2000).toLowerCase().split(partEnd);
  for (const part of parts) readPart(firstWords(part), plan);
  if (plan.items.length > 0 || plan.background || plan.ground) return plan;
  const circle: Item = { thing: 'circle', count: 1, color: undefined, size: 1, place: {} };
  return { items: firstWords(prompt).map(() => circle) };
}
