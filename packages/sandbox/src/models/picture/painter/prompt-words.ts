import type { ColorName } from '../colors/color-names.ts';
import {
  colorWordRule,
  numberWordRule,
  placeWordRule,
  shapeWordRule,
  wordRows,
} from '../words/word-rules.ts';

/** A background: the name of its color and its hex value. */
export interface Backdrop {
  color: ColorName;
  value: string;
}

const meadow: Backdrop = { color: 'green', value: '#86c96b' };
const water: Backdrop = { color: 'blue', value: '#4f93cf' };
const sand: Backdrop = { color: 'beige', value: '#ecd9b0' };

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
  snow: { color: 'white', value: '#f7f9fb' },
};

/** Words for the background. */
export const skies: Readonly<Record<string, Backdrop>> = {
  sky: { color: 'blue', value: '#8fc8f0' },
  night: { color: 'black', value: '#10142e' },
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
export const promptWordRule = `${colorWordRule}

${shapeWordRule}

${placeWordRule}

| number, size, ground | words |
|---|---|
| numbers | ${numberWordRule} |
${wordRows(amounts, String)}
${wordRows(sizes, (factor) => `${factor} times the usual size`)}
${wordRows(grounds, ({ color, value }) => `a ground in ${color}, ${value}`)}
${wordRows(skies, ({ color, value }) => `a background in ${color}, ${value}`)}`;
