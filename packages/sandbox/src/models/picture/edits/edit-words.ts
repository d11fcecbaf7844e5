import type { Picture } from '../../../media/picture.ts';
import { blur } from './blur.ts';
import { edges } from './edges.ts';
import { pixelate } from './pixelate.ts';
import { brighter, darker, grayscale, negative, sepia } from './recolor.ts';

export type Edit = (picture: Picture) => Picture;

interface NamedEdit {
  words: readonly string[];
  /** What the edit does, for the card. */
  rule: string;
  edit: Edit;
}

/** The edits that one word or phrase names, with every form that is known. */
export const namedEdits: readonly NamedEdit[] = [
  {
    words: ['negative', 'invert', 'inverted'],
    rule: 'each channel becomes 255 less itself',
    edit: negative,
  },
  {
    words: ['gray', 'gray', 'grayscale', 'grayscale', 'monochrome', 'black and white'],
    rule: 'each channel becomes the lightness, 0.299 red + 0.587 green + 0.114 blue',
    edit: grayscale,
  },
  { words: ['sepia'], rule: 'the lightness times 1.07, 0.87 and 0.64', edit: sepia },
  {
    words: ['brighter', 'brighten', 'lighter', 'lighten'],
    rule: 'a quarter of the way to white',
    edit: brighter,
  },
  { words: ['darker', 'darken'], rule: 'a quarter of the way to black', edit: darker },
  {
    words: ['blur', 'blurred', 'blurry', 'soften', 'softer'],
    rule: 'the mean of the square that reaches a hundredth of the shorter side each way (at least 1 pixel)',
    edit: blur,
  },
  {
    words: ['pixelate', 'pixelated', 'mosaic'],
    rule: 'blocks of a 48th of the longer side (at least 2 pixels), each filled with its mean',
    edit: pixelate,
  },
  {
    words: ['edge', 'edges', 'outline', 'outlines', 'sketch', 'drawing'],
    rule: '255 less the length of the Sobel gradient of the lightness',
    edit: edges,
  },
];
