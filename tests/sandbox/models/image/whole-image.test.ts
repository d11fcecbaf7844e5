import { describe, expect, it } from 'vitest';
import { ask, type Label } from '../ask.ts';
import { blue, ellipse, fill, makeImage, rectangle, red, toFile, white, type Image } from './support.ts';

const classify = async (image: Image) => ask<Label[]>('named-colors', await toFile(image));

describe('sandbox/named-colors', () => {
  it.each([
    ['#000000', 'black'],
    ['#ffffff', 'white'],
    ['#808080', 'gray'],
    ['#ff0000', 'red'],
    ['#ffc0cb', 'pink'],
    ['#ffa500', 'orange'],
    ['#8b4513', 'brown'],
    ['#f5deb3', 'beige'],
    ['#ffff00', 'yellow'],
    ['#808000', 'green'],
    ['#008000', 'green'],
    ['#008080', 'cyan'],
    ['#87ceeb', 'blue'],
    ['#000080', 'blue'],
    ['#800080', 'purple'],
    ['#ff69b4', 'pink'],
  ])('%s is %s', async (hex, label) => {
    const [r = 0, g = 0, b = 0] = Buffer.from(hex.slice(1), 'hex');
    expect(await classify(makeImage(1, 1, fill([r, g, b])))).toEqual([{ label, score: 1 }]);
  });

  it('scores colors by their exact proportion of the pixels', async () => {
    const image = makeImage(100, 50, rectangle(red, 0, 0, 100, 20), rectangle(blue, 0, 20, 20, 30));
    expect(await classify(image)).toEqual([
      { label: 'white', score: 0.48 },
      { label: 'red', score: 0.4 },
      { label: 'blue', score: 0.12 },
    ]);
  });

  it('draws transparent pixels on white', async () => {
    const clear = makeImage(10, 10, fill([0, 0, 0, 0]));
    expect(await classify(clear)).toEqual([{ label: 'white', score: 1 }]);
  });

  it('scores are exact for large images', async () => {
    const large = makeImage(1600, 1000, fill(blue), rectangle(red, 0, 0, 400, 1000));
    expect(await classify(large)).toEqual([
      { label: 'blue', score: 0.75 },
      { label: 'red', score: 0.25 },
    ]);
  });
});

describe('sandbox/label-statistics', () => {
  const image = makeImage(100, 100, fill(white), ellipse(red, 30, 30, 40, 40));
  const weigh = async (labels: readonly string[]) =>
    ask<Label[]>('label-statistics', await toFile(image), { candidate_labels: labels });

  it('scores labels with the softmax of 8 times the evidence', async () => {
    const answer = await weigh(['a blue square', 'a red circle', 'a poem']);
    const total = Math.exp(8) + 2;
    expect(answer[0]?.label).toBe('a red circle');
    expect(answer[0]?.score).toBeCloseTo(Math.exp(8) / total, 10);
    expect(answer[2]?.score).toBeCloseTo(1 / total, 10);
  });

  it('weights colors by the square root of their proportion', async () => {
    const [first, second] = await weigh(['red', 'white']);
    const share = 1 - Math.PI * 0.04;
    expect(Math.log((first?.score ?? 0) / (second?.score ?? 1))).toBeCloseTo(
      8 * (Math.sqrt(share) - Math.sqrt(1 - share)),
      1,
    );
  });
});
