import { makeWorkingCopy } from './regions/working-copy.ts';
import type { Picture } from '../../media/picture.ts';

/** Measures of a whole picture, each 0 to 1. */
export interface PictureStatistics {
  /** Mean lightness. */
  bright: number;
  /** 1 less the mean lightness. */
  dark: number;
  /** Standard deviation of the lightness, doubled. */
  contrasty: number;
  /** Mean of (max - min) / 255 over the pixels. */
  colorful: number;
  /** Share of the pixels at which the lightness jumps. */
  detailed: number;
}

/** The rule of {@link measurePicture} in words, for cards. */
export const statisticsRule = `The lightness of a pixel is (0.299 red + 0.587 green + 0.114 blue) / 255.

| label | score |
|---|---|
| bright | the mean lightness |
| dark | 1 less the mean lightness |
| contrasty | the standard deviation of the lightness, doubled |
| colorful | the mean of (largest - smallest of red, green and blue) / 255 |
| detailed | the share of pixels whose lightness differs by more than 0.1 from the pixel to the right or below |`;

/** Measures a picture as {@link statisticsRule} says. */
export function measurePicture(picture: Picture): PictureStatistics {
  const { width, height, pixels } = makeWorkingCopy(picture);
  const size = width * height;
  const lightness = new Float64Array(size);
  let [chroma, sum, jumps] = [0, 0, 0];
  for (let pixel = 0, at = 0; pixel < size; pixel += 1, at += 3) {
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    lightness[pixel] = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
    sum += lightness[pixel] ?? 0;
    chroma += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  const mean = sum / size;
  let spread = 0;
  for (let pixel = 0; pixel < size; pixel += 1) {
    const here = lightness[pixel] ?? 0;
    spread += (here - mean) ** 2;
    const right = pixel % width < width - 1 ? (lightness[pixel + 1] ?? here) : here;
    const below = lightness[pixel + width] ?? here;
    if (Math.abs(right - here) > 0.1 || Math.abs(below - here) > 0.1) jumps += 1;
  }
  return {
    bright: mean,
    dark: 1 - mean,
    contrasty: Math.min(1, 2 * Math.sqrt(spread / size)),
    colorful: chroma / size / 255,
    detailed: jumps / size,
  };
}
