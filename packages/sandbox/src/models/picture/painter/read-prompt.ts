import type { ColourName } from '../colours/colour-names.ts';
import { palette } from '../colours/palette.ts';
import type { Place } from '../shapes/place.ts';
import {
  colourWord,
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
  colour?: ColourName;
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

/** Finds the things, colours, numbers, sizes and places that a prompt names; other words are passed over. */
export function readPrompt(prompt: string): PaintingPlan {
  const plan: PaintingPlan = { items: [] };
  const clauses = prompt.slice(0, readCharacters).toLowerCase().split(clauseEnd);
  for (const clause of clauses) readClause(wordsOf(clause), plan);
  return plan;
}

function readClause(words: string[], plan: PaintingPlan): void {
  const items: Item[] = [];
  const place: Partial<Place> = {};
  let next: { count?: number; colour?: ColourName; size?: number } = {};
  words.forEach((word, index) => {
    const thing = thingWord(word);
    const colour = colourWord(word);
    const ground = own(grounds, word);
    const sky = own(skies, word);
    if (thing) items.push({ thing, count: 1, size: 1, ...next, place });
    else if (word === 'background') {
      const named = next.colour ?? words.slice(index).map(colourWord).find(Boolean);
      if (named) plan.background = backdrop(named);
    } else if (ground) plan.ground = repaint(ground, next.colour);
    else if (sky) plan.background = repaint(sky, next.colour);
    if (thing || word === 'background' || ground || sky) next = {};
    else if (colour) next.colour = colour;
    next.count = numberWord(word) ?? own(amounts, word) ?? next.count;
    next.size = own(sizes, word) ?? next.size;
    Object.assign(place, placeWord(word));
  });
  if (words.includes('on') && items.length > 0 && next.colour && words.at(-1) === next.colour)
    plan.background ??= backdrop(next.colour);
  plan.items.push(...items.map((item) => withDefaults(item)));
}

function backdrop(colour: ColourName): Backdrop {
  return { colour, value: palette[colour] };
}

function repaint(usual: Backdrop, colour: ColourName | undefined): Backdrop {
  return !colour || colour === usual.colour ? usual : backdrop(colour);
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
