import type { ColorName } from './color-names.ts';

/** A typical sRGB value of each named color, for drawing; naming the value gives the color back. */
export const palette: Readonly<Record<ColorName, string>> = {
  black: '#1b1b1f',
  white: '#ffffff',
  gray: '#8c8f94',
  red: '#d8342c',
  orange: '#f08a1d',
  yellow: '#f7d038',
  green: '#3a9d49',
  cyan: '#2bb8b3',
  blue: '#2f6fd0',
  purple: '#8445b5',
  pink: '#ea5fa5',
  brown: '#8a5a30',
  beige: '#ead3ac',
};
