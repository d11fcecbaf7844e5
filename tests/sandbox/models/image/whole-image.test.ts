import { describe, expect, it } from 'vitest';
import { colorNames, nameColor, palette } from '../../../../packages/sandbox/src/models/image/colors.ts';
import { ask, blue, ellipse, fill, makeImage, rectangle, red, white } from './support.ts';

const channels = (hex: string): [number, number, number] => [
  parseInt(hex.slice(1, 3), 16),
  parseInt(hex.slice(3, 5), 16),
  parseInt(hex.slice(5, 7), 16),
];

describe('color names', () => {
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
  ])('%s is %s', (hex, name) => expect(nameColor(...channels(hex))).toBe(name));

  it('every palette color has its own name', () => {
    expect(colorNames.map((name) => nameColor(...channels(palette[name])))).toEqual(colorNames);
  });
});

describe('sandbox/named-colors', () => {
  it('scores colors by their exact proportion of the pixels', async () => {
    const image = makeImage(100, 50, rectangle(red, 0, 0, 100, 20), rectangle(blue, 0, 20, 20, 30));
    expect(await ask('sandbox/named-colors', 'image-classification', image)).toEqual([
      { label: 'white', score: 0.48 },
      { label: 'red', score: 0.4 },
      { label: 'blue', score: 0.12 },
    ]);
  });

  it('draws transparent pixels on white', async () => {
    const clear = makeImage(10, 10, fill([0, 0, 0, 0]));
    expect(await ask('sandbox/named-colors', 'image-classification', clear)).toEqual([
      { label: 'white', score: 1 },
    ]);
  });

  it('scores are exact for large images', async () => {
    const large = makeImage(1600, 1000, fill(blue), rectangle(red, 0, 0, 400, 1000));
    expect(await ask('sandbox/named-colors', 'image-classification', large)).toEqual([
      { label: 'blue', score: 0.75 },
      { label: 'red', score: 0.25 },
    ]);
  });
});

describe('sandbox/label-statistics', () => {
  const image = makeImage(100, 100, fill(white), ellipse(red, 30, 30, 40, 40));
  const weigh = (candidateLabels: string[]) =>
    ask('sandbox/label-statistics', 'zero-shot-image-classification', { image: image, candidateLabels });

  it('scores labels with the softmax of 8 times the evidence', async () => {
    const answer = await weigh(['a blue square', 'a red circle', 'a poem']);
    const total = Math.exp(8) + 2;
    expect(answer[1]?.score).toBeCloseTo(Math.exp(8) / total, 10);
    expect(answer[2]?.score).toBeCloseTo(1 / total, 10);
  });

  it('weights colors by the square root of their proportion', async () => {
    const [second, first] = await weigh(['red', 'white']);
    const share = 1 - Math.PI * 0.04;
    expect(Math.log((first?.score ?? 0) / (second?.score ?? 1))).toBeCloseTo(
      8 * (Math.sqrt(share) - Math.sqrt(1 - share)),
      1,
    );
  });
});
