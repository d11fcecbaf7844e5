import type { ColorName } from '../colors/color-names.ts';
import { palette } from '../colors/palette.ts';
import type { Place } from '../shapes/place.ts';
import {
  colorWord,
  numberWord,
  placeWord,
  readCharacters,
  shapeWord,
  singular,
  wordsOf,
} from '../words/lexicon.ts';
import { amounts, clauseMarks, clauseWords, grounds, sizes, skies, type Backdrop } from './prompt-words.ts';
import { things, type ThingName } from './things.ts';

export interface Item {
  thing: ThingName;
  count: number;
  color?: ColorName;
  /** Factor of the usual size. */
  size: number;
  place: Partial<Place>;
}

/** What a prompt asks for. */
export interface PaintingPlan {
  background?: Backdrop;
  /** A band along the bottom: grass, water, sand or snow. */
  ground?: Backdrop;
  items: Item[];
}

/** At most this many things are drawn; further ones are left out. */
export const mostThings = 60;

const clauseEnd = new RegExp(`[${clauseMarks.join('')}]|\\b(?:${clauseWords.join('|')})\\b`);

const own = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Finds the things, colors, numbers, sizes and places that a prompt names; other words are passed over. */
export function readPrompt(prompt: string): PaintingPlan {
  const plan: PaintingPlan = { items: [] };
  const clauses = prompt.slice(0, readCharacters).toLowerCase().split(clauseEnd);
  for (const clause of clauses) readClause(wordsOf(clause), plan);
  return plan;
}

function readClause(words: string[], plan: PaintingPlan): void {
  const items: Item[] = [];
  const place: Partial<Place> = {};
  let next: { count?: number; color?: ColorName; size?: number } = {};
  words.forEach((word, index) => {
    const thing = thingWord(word);
    const color = colorWord(word);
    const ground = own(grounds, word);
    const sky = own(skies, word);
    if (thing) items.push({ thing, count: 1, size: 1, ...next, place });
    else if (word === 'background') {
      const named = next.color ?? words.slice(index).map(colorWord).find(Boolean);
      if (named) plan.background = backdrop(named);
    } else if (ground) plan.ground = repaint(ground, next.color);
    else if (sky) plan.background = repaint(sky, next.color);
    if (thing || word === 'background' || ground || sky) next = {};
    else if (color) next.color = color;
    next.count = numberWord(word) ?? own(amounts, word) ?? next.count;
    next.size = own(sizes, word) ?? next.size;
    Object.assign(place, placeWord(word));
  });
  if (words.includes('on') && items.length > 0 && next.color && words.at(-1) === next.color)
    plan.background ??= backdrop(next.color);
  plan.items.push(...items.map((item) => withDefaults(item)));
}

function backdrop(color: ColorName): Backdrop {
  return { color, value: palette[color] };
}

function repaint(usual: Backdrop, color: ColorName | undefined): Backdrop {
  return !color || color === usual.color ? usual : backdrop(color);
}

function withDefaults(item: Item): Item {
  const { place } = things[item.thing];
  return {
    ...item,
    count: Math.min(item.count ?? 1, mostThings),
    size: item.size ?? 1,
    place: { ...place, ...item.place },
  };
}

function thingWord(word: string): ThingName | undefined {
  const form = singular(word, (name) => Object.hasOwn(things, name));
  if (Object.hasOwn(things, form)) return form as ThingName;
  const shape = shapeWord(word);
  return shape && shape !== 'shape' ? shape : undefined;
}
