import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ask, type Label } from '../ask.ts';
import {
  black,
  blue,
  ellipse,
  fill,
  fromFile,
  green,
  makeImage,
  rectangle,
  red,
  sameImage,
  toFile,
  triangle,
  yellow,
  type Box,
  type Image,
} from './support.ts';

type Parameters = Readonly<Record<string, unknown>>;

const detect = async (image: Image, parameters?: Parameters) =>
  ask<(Label & { box: Box })[]>('shape-detector', await toFile(image), parameters);
const segment = async (image: Image, parameters?: Parameters) =>
  ask<(Label & { mask: string })[]>('color-regions', await toFile(image), parameters);
const maskOf = ({ mask }: { readonly mask: string }) => fromFile(Buffer.from(mask, 'base64'));

describe('sandbox/color-regions', () => {
  it('returns regions by size with exact masks', async () => {
    const block = rectangle(red, 10, 20, 30, 10);
    const answer = await segment(makeImage(80, 60, fill(blue), block));
    expect(answer.map(({ label, score }) => [label, score])).toEqual([
      ['blue', 0.9375],
      ['red', 0.0625],
    ]);
    expect(await segment(makeImage(80, 60, fill(blue), block), { threshold: 0.5 })).toHaveLength(1);
    const expected = makeImage(80, 60, fill(black), (x, y) => block(x, y) && [255, 255, 255]);
    expect(sameImage(await maskOf(answer[1]!), expected)).toBe(true);
  });

  it('connects pixels at edges, not at corners', async () => {
    const image = makeImage(20, 20, rectangle(red, 2, 2, 5, 5), rectangle(red, 7, 7, 5, 5));
    expect((await segment(image)).map(({ label }) => label)).toEqual(['white', 'red', 'red']);
  });

  it('limits the number of masks', async () => {
    const stripes = makeImage(400, 10, (x) => (Math.floor(x / 10) % 2 === 0 ? red : blue));
    expect(await segment(stripes)).toHaveLength(10);
  });

  it('scales masks of a large image', async () => {
    // 1300 by 800 pixels are shrunk by 2; the block starts and ends on even pixels.
    const block = rectangle(green, 200, 100, 500, 300);
    const answer = await segment(makeImage(1300, 800, block));
    expect(answer[1]?.label).toBe('green');
    const expected = makeImage(1300, 800, fill(black), (x, y) => block(x, y) && [255, 255, 255]);
    expect(sameImage(await maskOf(answer[1]!), expected)).toBe(true);
  });
});

describe('sandbox/shape-detector', () => {
  it('detects shapes with exact boxes, colors and scores of 1', async () => {
    const image = makeImage(
      200,
      150,
      rectangle(blue, 20, 10, 60, 30),
      rectangle(black, 120, 10, 40, 40),
      ellipse(red, 20, 80, 50, 50),
      triangle(green, 100, 70, 61, 61),
      ellipse(yellow, 150, 50, 40, 20),
    );
    // All fit perfectly, so they are sorted by size.
    const answer = await detect(image);
    expect(answer.map(({ label, box, score }) => [label, ...Object.values(box), score])).toEqual([
      ['red circle', 20, 80, 70, 130, 1],
      ['green triangle', 100, 70, 161, 131, 1],
      ['blue rectangle', 20, 10, 80, 40, 1],
      ['black square', 120, 10, 160, 50, 1],
      ['yellow ellipse', 150, 50, 190, 70, 1],
    ]);
  });

  it('scores a notched square by its intersection over union', async () => {
    // 40 by 40 less a corner of 10 by 20: 1400 of 1600 pixels.
    const notched = makeImage(
      100,
      100,
      rectangle(red, 30, 30, 40, 40),
      rectangle([255, 255, 255], 60, 30, 10, 20),
    );
    expect(await detect(notched)).toEqual([
      { label: 'red square', score: 0.875, box: { xmin: 30, ymin: 30, xmax: 70, ymax: 70 } },
    ]);
    expect(await detect(notched, { threshold: 0.9 })).toEqual([]);
  });

  it('detects nested shapes', async () => {
    const nested = makeImage(100, 100, rectangle(blue, 20, 20, 60, 60), ellipse(yellow, 35, 35, 30, 30));
    expect((await detect(nested)).map(({ label, score }) => [label, score])).toEqual([
      ['yellow circle', 1],
      ['blue square', expect.closeTo(0.8, 1)],
    ]);
  });

  it('treats sky and ground as background', async () => {
    const scene = makeImage(100, 100, rectangle(blue, 0, 0, 100, 60), rectangle(green, 0, 60, 100, 40), ellipse(yellow, 60, 10, 20, 20)); // prettier-ignore
    expect((await detect(scene)).map(({ label }) => label)).toEqual(['yellow circle']);
  });

  it('detects shapes with blurred edges in a JPEG', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
      <rect width="400" height="300" fill="#fff"/><circle cx="101.5" cy="120.3" r="60" fill="#d8342c"/>
      <polygon points="300,60 380,220 220,220" fill="#2f6fd0"/></svg>`;
    const jpeg = await sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer();
    const found = await ask<(Label & { box: Box })[]>('shape-detector', jpeg);
    expect(found.map(({ label }) => label).sort()).toEqual(['blue triangle', 'red circle']);
    const circle = found.find(({ label }) => label === 'red circle')?.box;
    Object.entries({ xmin: 41.5, ymin: 60.3, xmax: 161.5, ymax: 180.3 }).forEach(([side, at]) =>
      expect(Math.abs((circle?.[side as keyof Box] ?? 0) - at)).toBeLessThan(3),
    );
  });

  it('detects nothing in an empty, single-pixel or noisy image', async () => {
    expect(await detect(makeImage(50, 50))).toEqual([]);
    expect(await detect(makeImage(1, 1, fill(red)))).toEqual([]);
    const noise = makeImage(200, 200, (x, y) => ((x * 7 + y * 13 + x * y) % 3 === 0 ? red : blue));
    expect(await detect(noise)).toEqual([]);
    // Every pixel is its own region.
    const checkers = makeImage(640, 640, (x, y) => ((x + y) % 2 === 0 ? red : blue));
    expect(await detect(checkers)).toEqual([]);
  });

  it('scales boxes of a large image and clips them to it', async () => {
    const image = makeImage(1001, 801, rectangle(red, 400, 200, 300, 100));
    const [found] = await detect(image);
    expect(found?.label).toBe('red rectangle');
    expect(found?.box).toEqual({ xmin: 400, ymin: 200, xmax: 700, ymax: 300 });
  });
});
