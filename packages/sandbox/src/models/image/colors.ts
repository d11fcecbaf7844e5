import { defineModel } from '../../define-model.ts';
import type { Image } from '../../media/image.ts';
import { countEach } from '../parameters.ts';

/** A typical sRGB value for each color of the image models. */
export const palette = {
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
} as const;

export type ColorName = keyof typeof palette;

export const colorNames = Object.keys(palette) as ColorName[];

/** The name of an 8-bit sRGB color. */
export function nameColor(red: number, green: number, blue: number): ColorName {
  const max = Math.max(red, green, blue);
  const chroma = max - Math.min(red, green, blue);
  if (max < 51) return 'black';
  if (chroma < 16 || chroma < 0.15 * max) return max >= 230 ? 'white' : 'gray';
  const hue = computeHue(red, green, blue, max, chroma);
  const isPale = chroma < max / 2;
  if (hue < 15 || hue >= 345) return isPale && max >= 200 ? 'pink' : 'red';
  if (hue < 45) return max < 178 ? 'brown' : isPale ? 'beige' : 'orange';
  if (hue < 70) return max < 153 ? 'green' : 'yellow';
  if (hue < 165) return 'green';
  if (hue < 195) return 'cyan';
  if (hue < 255) return 'blue';
  return hue < 310 ? 'purple' : 'pink';
}

function computeHue(red: number, green: number, blue: number, max: number, chroma: number): number {
  if (max === red) return (60 * (green - blue)) / chroma + (green < blue ? 360 : 0);
  if (max === green) return 120 + (60 * (blue - red)) / chroma;
  return 240 + (60 * (red - green)) / chroma;
}

/** The color of every `stride`-th pixel of an image in both directions, row by row. */
export interface ColorMap {
  width: number;
  height: number;
  stride: number;
  colors: ColorName[];
}

const maxPixels = 640 * 640;

/** Names the colors of an image on white; samples larger images. */
export function mapColors({ width, height, data }: Image): ColorMap {
  const stride = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxPixels)));
  const colors: ColorName[] = [];
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width; x += stride) {
      const offset = (y * width + x) * 4;
      const alpha = (data[offset + 3] ?? 255) / 255;
      const channel = (index: number) => (data[offset + index] ?? 0) * alpha + 255 * (1 - alpha);
      colors.push(nameColor(channel(0), channel(1), channel(2)));
    }
  }
  return { width: Math.ceil(width / stride), height: Math.ceil(height / stride), stride, colors };
}

export interface ColorShare {
  color: ColorName;
  /** 0 to 1. */
  share: number;
}

/** The share of each color in the list, the largest first. */
export function countShares(colors: readonly ColorName[]): ColorShare[] {
  return [...countEach(colors)]
    .map(([color, count]) => ({ color, share: count / colors.length }))
    .sort((left, right) => right.share - left.share);
}

/** The share of the pixels that each color has, the largest first. */
export function measureColorShares(image: Image): ColorShare[] {
  return countShares(mapColors(image).colors);
}

const maxLabels = 5;

export const namedColors = defineModel({
  id: 'sandbox/named-colors',
  task: 'image-classification',
  card: `
Classifies a picture by its colors: the score of a color is its share of the pixels.

It has thirteen color names and lists the ${maxLabels} most frequent ones. A photo of the sea is "blue", and so is a blue wall.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer: (image) =>
    measureColorShares(image)
      .slice(0, maxLabels)
      .map(({ color, share }) => ({ label: color, score: share })),
});
