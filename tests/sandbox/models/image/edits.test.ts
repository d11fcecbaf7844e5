import { describe, expect, it } from 'vitest';
import { askFile } from '../ask.ts';
import {
  black,
  fill,
  fromFile,
  makeImage,
  pixelAt,
  rectangle,
  toFile,
  white,
  type Image,
} from './support.ts';

const edit = async (image: Image, prompt?: unknown) =>
  fromFile(await askFile('picture-editor', await toFile(image), { prompt }));

/** Two rows of three pixels: red 1 to 6 in reading order. */
const numbered = makeImage(3, 2, (x, y) => [1 + x + 3 * y, 0, 0]);
const reds = ({ width, height, data }: Image) =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => data[(y * width + x) * 4]),
  );

describe('sandbox/image-editor', () => {
  it.each([
    ['rotate', [[4, 1], [5, 2], [6, 3]]],
    ['Rotate it to the left', [[3, 6], [2, 5], [1, 4]]],
    ['turn it 180 degrees', [[6, 5, 4], [3, 2, 1]]],
    ['flip', [[4, 5, 6], [1, 2, 3]]],
    ['flip horizontally', [[3, 2, 1], [6, 5, 4]]],
    ['mirror', [[3, 2, 1], [6, 5, 4]]],
    ['rotate and then mirror it', [[1, 4], [2, 5], [3, 6]]],
    ['rotate 90 degrees counter-clockwise', [[3, 6], [2, 5], [1, 4]]],
    ['rotate the image by 90 degrees clockwise', [[4, 1], [5, 2], [6, 3]]],
    ['turn it upside down', [[6, 5, 4], [3, 2, 1]]],
    ['rotate, rotate, rotate, rotate', [[1, 2, 3], [4, 5, 6]]],
  ])('%s', async (prompt, expected) => expect(reds(await edit(numbered, prompt))).toEqual(expected)); // prettier-ignore

  it.each([
    ['negative', [55, 155, 205, 128]],
    ['make it black and white', [124, 124, 124, 128]],
    ['sepia', [164, 146, 114, 128]],
    ['invert, then invert', [200, 100, 50, 128]],
  ])('%s changes the colors', async (prompt, expected) => {
    // Lightness: 0.299 x 200 + 0.587 x 100 + 0.114 x 50 = 124.2
    const pixel = pixelAt(await edit(makeImage(2, 2, fill([200, 100, 50, 128])), prompt), 1, 1);
    expect(pixel).toEqual(expected);
  });

  it.each([
    ['brighter', 1],
    ['much darker, please', -1],
  ])('%s changes the lightness', async (prompt, sign) => {
    const [red = 0, green = 0] = pixelAt(await edit(makeImage(2, 2, fill([200, 100, 50])), prompt), 1, 1);
    expect([Math.sign(red - 200), Math.sign(green - 100)]).toEqual([sign, sign]);
  });

  it('blurs a bright point', async () => {
    const point = makeImage(5, 5, fill(black), rectangle([90, 0, 0], 2, 2, 1, 1));
    const [, , middle = []] = reds(await edit(point, 'blur'));
    expect(middle[2]).toBeLessThan(90);
    expect(middle[1]).toBeGreaterThan(0);
  });

  it.each([undefined, '', 'turn the cat into a tiger', 'a dark forest, bright sky'])(
    'draws outlines for %j',
    async (prompt) => {
      const image = makeImage(6, 4, fill(white), rectangle(black, 0, 0, 3, 4));
      const drawn = await edit(image, prompt);
      expect(pixelAt(drawn, 0, 2)).toEqual([255, 255, 255, 255]);
      expect(pixelAt(drawn, 3, 2)).toEqual([0, 0, 0, 255]);
      expect(pixelAt(drawn, 5, 2)).toEqual([255, 255, 255, 255]);
    },
  );

  it('applies at most ten edits', async () => {
    expect(reds(await edit(numbered, 'negative, '.repeat(11)))).toEqual([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
  });

  it('rejects a prompt that is not text', async () => {
    await expect(edit(numbered, 5)).rejects.toThrow('`parameters.prompt` must be a string.');
  });
});
