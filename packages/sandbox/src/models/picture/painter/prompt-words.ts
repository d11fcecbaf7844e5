import type { ColourName } from '../colours/colour-names.ts';
import {
  colourWordRule,
  numberWordRule,
  placeWordRule,
  shapeWordRule,
  wordRows,
} from '../words/word-rules.ts';

/** A background: the name of its colour and its hex value. */
export interface Backdrop {
  colour: ColourName;
  value: string;
}

const meadow: Backdrop = { colour: 'green', value: '#86c96b' };
const water: Backdrop = { colour: 'blue', value: '#4f93cf' };
const sand: Backdrop = { colour: 'beige', value: '#ecd9b0' };

/** Words for the band along the bottom. */
export const grounds: Readonly<Record<string, Backdrop>> = {
  grass: meadow,
  meadow,
  lawn: meadow,
  field: meadow,
  sea: water,
  water,
  lake: water,
  sand,
  beach: sand,
  snow: { colour: 'white', value: '#f7f9fb' },
};

/** Words for the background. */
export const skies: Readonly<Record<string, Backdrop>> = {
  sky: { colour: 'blue', value: '#8fc8f0' },
  night: { colour: 'black', value: '#10142e' },
};

/** Factors of the usual size. */
export const sizes: Readonly<Record<string, number>> = {
  tiny: 0.4,
  small: 0.6,
  little: 0.6,
  big: 1.5,
  large: 1.5,
  huge: 2,
};

/** Numbers that are not exact. */
export const amounts: Readonly<Record<string, number>> = { some: 3, few: 3, several: 5, many: 9 };

/** Marks that end a part of a prompt. */
export const clauseMarks = [...',.;:!?'];

/** Words that end a part of a prompt. */
export const clauseWords = ['and', 'with', 'under', 'above', 'beside', 'behind'];

/** Every word of a prompt that has a meaning, for the painter's card; the things stand there already. */
export const promptWordRule = `${colourWordRule}

${shapeWordRule}

${placeWordRule}

| number, size, ground | words |
|---|---|
| numbers | ${numberWordRule} |
${wordRows(amounts, String)}
${wordRows(sizes, (factor) => `${factor} times the usual size`)}
${wordRows(grounds, ({ colour, value }) => `a ground in ${colour}, ${value}`)}
${wordRows(skies, ({ colour, value }) => `a background in ${colour}, ${value}`)}`;
