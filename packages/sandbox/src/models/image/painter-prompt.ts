import { getWords } from '../text/words.ts';
import type { ColorName } from './colors.ts';
import { type Place, starPoints } from './shapes.ts';
import { colorWords, findPlace, shapeWords, toSingular } from './words.ts';

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

export interface Item {
  /** A key of {@link things}. */
  thing: string;
  color: ColorName | undefined;
  /** Factor of the usual size. */
  size: number;
  place: Partial<Place>;
}

export interface Plan {
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
/** Ends a part of a prompt. */
export const partEnd = /[.,;:!?]|\b(?:and|with|under|above|over|beside|behind)\b/;

function parseNumber(word: string): number | undefined {
  const index = numberWords.indexOf(word);
  if (index !== -1) return index;
  return /^\d{1,4}$/.test(word) ? Number(word) : undefined;
}

/** Adds everything named in one part of the prompt to the plan. Colors, numbers and sizes come before the thing. */
function readPart(words: readonly string[], plan: Plan): void {
  const place = findPlace(words);
  let next: { count?: number; color?: ColorName; size?: number } = {};
  for (const word of words) {
    const thing = shapeWords.get(toSingular(word)) ?? toSingular(word);
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

/** Whether a text names a thing. */
export function namesThing(text: string): boolean {
  return getWords(text).some((word) => things.has(shapeWords.get(toSingular(word)) ?? toSingular(word)));
}

/** Finds the things and backgrounds named in a prompt; if there are none, a circle per word. */
export function readPrompt(prompt: string): Plan {
  const plan: Plan = { background: 'white', sky: undefined, ground: undefined, items: [] };
  for (const part of prompt.toLowerCase().split(partEnd)) readPart(getWords(part), plan);
  if (plan.items.length === 0) {
    const circle: Item = { thing: 'circle', color: undefined, size: 1, place: {} };
    plan.items = getWords(prompt).map(() => circle);
  }
  return { ...plan, items: plan.items.slice(0, maxItems) };
}
