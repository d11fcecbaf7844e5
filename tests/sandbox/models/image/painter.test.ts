import { describe, expect, it } from 'vitest';
import { ask, askFile, type Label } from '../ask.ts';
import { fromFile, pixelAt, sameImage, type Box } from './support.ts';

type Parameters = Readonly<Record<string, unknown>>;

const paintFile = (prompt: string, parameters?: Parameters) => askFile('shape-painter', prompt, parameters);
const paint = async (prompt: string, parameters?: Parameters) =>
  fromFile(await paintFile(prompt, parameters));
const detect = (file: Uint8Array, model = 'shape-detector') => ask<(Label & { box: Box })[]>(model, file);
const find = async (prompt: string, parameters?: Parameters) => detect(await paintFile(prompt, parameters));
const labels = async (prompt: string) => (await find(prompt)).map(({ label }) => label).sort();

describe('sandbox/shape-painter', () => {
  it.each([
    ['three red circles', ['red circle', 'red circle', 'red circle']],
    ['a blue square and two green triangles', ['blue square', 'green triangle', 'green triangle']],
    ['5 purple stars on a yellow background', Array<string>(5).fill('purple star')],
    ['a brown diamond, a gray rectangle, a pink oval', ['brown diamond', 'gray rectangle', 'pink ellipse']],
    ['an orange disc on black', ['orange circle']],
    ['twelve black discs', Array<string>(12).fill('black circle')],
  ])('draws %s so that the detector finds them', async (prompt, expected) => {
    expect(await labels(prompt)).toEqual(expected);
  });

  it.each([
    ['a red circle at the top left', 0, 0],
    ['on the right a red circle', 2, undefined],
    ['a small red circle in the center', 1, 1],
    ['a red circle at the bottom', undefined, 2],
  ])('positions %s', async (prompt, column, row) => {
    for (const seed of [0, 1]) {
      const [{ box } = { box: { xmin: 0, ymin: 0, xmax: 0, ymax: 0 } }] = await find(prompt, {
        seed,
        width: 256,
        height: 256,
      });
      const third = (low: number, high: number) => Math.floor((1.5 * (low + high)) / 256);
      if (column !== undefined) expect(third(box.xmin, box.xmax)).toBe(column);
      if (row !== undefined) expect(third(box.ymin, box.ymax)).toBe(row);
    }
  });

  it('supports several positions in one sentence', async () => {
    const found = await find('a red square on the left and a blue square on the right');
    const left = (name: string) => found.find(({ label }) => label === name)?.box.xmin ?? NaN;
    expect(left('red square')).toBeLessThan(left('blue square'));
  });

  it('paints the background and the ground', async () => {
    const file = await paintFile('a house under a blue sky, grass', { width: 300, height: 200 });
    const scene = await fromFile(file);
    expect([scene.width, scene.height, scene.data.length]).toEqual([300, 200, 240_000]);
    const inputs = { question: 'What color is the background?', image: file.toString('base64') };
    const answers = await ask<{ answer: string }[]>('shape-questions', inputs);
    expect(answers.map(({ answer }) => answer)).toEqual(['blue', 'green']);
    expect((await labels('a sun, a tree on the left and a house')).length).toBeGreaterThan(4);
  });

  it('draws the same image for the same seed only', async () => {
    const [first, again, other] = await Promise.all([3, 3, 4].map((seed) => paint('a red star', { seed })));
    expect(first && sameImage(again, first)).toBe(true);
    expect(first && sameImage(other, first)).toBe(false);
  });

  it('draws one circle per word if it knows none of them', async () => {
    const found = await labels('Write poems quickly');
    expect(found).toHaveLength(3);
    expect(found.every((label) => label.endsWith(' circle'))).toBe(true);
  });

  it('ignores names of object properties and markup', async () => {
    const prompt = 'constructor toString <script>alert(1)</script> __proto__ "/>';
    expect((await paint(prompt, { width: 32, height: 32 })).data.length).toBe(4096);
  });

  it('draws at most sixty shapes', async () => {
    const prompt = `${'9999 circles and a sun with '.repeat(50)}${'a '.repeat(90_000)}`;
    expect((await find(prompt, { width: 1024, height: 1024 })).length).toBe(60);
  });

  it.each([{ width: 0 }, { height: 5000 }, { width: 100.5 }, { seed: 'x' }])(
    'rejects %j',
    async (parameters) => {
      await expect(paint('a star', parameters)).rejects.toThrow(/^`parameters\.\w+` must be an integer/);
    },
  );
});

describe('sandbox/stripe-painter', () => {
  it('compare: paints a stripe of the color of each word, as wide as the word is long', async () => {
    const image = await fromFile(await askFile('stripe-painter', 'red blue', { width: 70, height: 20 }));
    expect([image.width, image.height]).toEqual([70, 20]);
    expect(pixelAt(image, 5, 10)).toEqual(pixelAt(image, 25, 2));
    expect(pixelAt(image, 45, 10)).not.toEqual(pixelAt(image, 5, 10));
    expect(sameImage(image, await paint('red blue', { width: 70, height: 20 }))).toBe(false);
  });
});

describe('sandbox/fill-ratio-detector', () => {
  it('compare: names shapes by how much of their box they fill, and knows no diamonds', async () => {
    const file = await paintFile('a red circle, a blue square, a green triangle and a purple diamond', {
      seed: 3,
    });
    const found = await detect(file, 'fill-ratio-detector');
    expect(found.map(({ label }) => label).sort()).toEqual([
      'blue square',
      'green triangle',
      'purple triangle',
      'red circle',
    ]);
  });
});
