import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';
import { blue, ellipse, fill, green, makeImage, rectangle, red, toFile, yellow } from './support.ts';

/** 300 by 200: two red circles at the left, a blue square in the center, a green rectangle at the bottom right. */
const scene = makeImage(
  300,
  200,
  ellipse(red, 10, 10, 50, 50),
  ellipse(red, 20, 140, 40, 40),
  rectangle(blue, 120, 70, 60, 60),
  rectangle(green, 220, 150, 60, 30),
);

describe('sandbox/shape-captioner', () => {
  const caption = async (image: typeof scene) =>
    (await ask<[{ generated_text: string }]>('shape-captioner', await toFile(image)))[0].generated_text;

  it('describes groups by area, positions of single shapes, background and size', async () => {
    expect(await caption(scene)).toBe(
      'A blue square in the center, two red circles and a green rectangle at the bottom right on a white background, ' +
        '300 by 200 pixels.',
    );
  });

  it('describes the colors of an image without shapes', async () => {
    const image = makeImage(100, 50, fill(blue), rectangle(green, 0, 30, 100, 20));
    expect(await caption(image)).toBe('A picture in blue (60%) and green (40%), 100 by 50 pixels.');
  });

  it('describes backgrounds with two colors', async () => {
    const image = makeImage(
      90,
      90,
      fill(blue),
      rectangle(green, 0, 60, 90, 30),
      ellipse(yellow, 60, 10, 20, 20),
    );
    expect(await caption(image)).toBe(
      'A yellow circle at the top right on a blue and green background, 90 by 90 pixels.',
    );
  });
});

describe('sandbox/shape-questions', () => {
  const answers = async (question: string, image = scene) =>
    ask<{ answer: string; score: number }[]>('shape-questions', { question, image: await toFile(image) });

  it.each([
    ['How many red circles are there?', '2'],
    ['How many shapes are there?', '4'],
    ['How many rectangles can you see?', '2'],
    ['How many stars are in the picture?', '0'],
    ['how many circles are at the top', '1'],
    ['What color is the background?', 'white'],
    ['What color is the square?', 'blue'],
    ['Is there a triangle?', 'no'],
    ['Is there a green rectangle at the bottom?', 'yes'],
    ['Are there any blue circles?', 'no'],
    ['Is the background white?', 'yes'],
    ['How big is the picture?', '300 by 200 pixels'],
    ['How big is the square?', '60 by 60 pixels'],
    ['How wide is the green rectangle?', '60 by 30 pixels'],
    ['What is in the middle?', 'blue square'],
    ['What is on the left?', 'red circle'],
    ['Where is the blue square?', 'center'],
    ['Where is the star?', 'nothing'],
    ['Which object is the smallest?', 'red circle'],
    ['What is the largest shape?', 'blue square'],
    ['What shape is the green thing?', 'rectangle'],
  ])('%s %s', async (question, expected) => expect((await answers(question))[0]?.answer).toBe(expected));

  it('scores several answers by their proportion of the area', async () => {
    const image = makeImage(100, 100, rectangle(red, 10, 10, 30, 20), rectangle(blue, 60, 60, 20, 20));
    expect(await answers('What is in the picture?', image)).toEqual([
      { answer: 'red rectangle', score: expect.closeTo(0.6, 10) as number },
      { answer: 'blue square', score: expect.closeTo(0.4, 10) as number },
    ]);
    expect(await answers('What colors are in the picture?', image)).toEqual([
      { answer: 'white', score: 0.9 },
      { answer: 'red', score: 0.06 },
      { answer: 'blue', score: 0.04 },
    ]);
  });

  it('scores a count by the average fit', async () => {
    // A 40 by 40 square without a corner of 10 by 20 has a fit of 0.875, a complete one 1.
    const notch = rectangle([255, 255, 255], 60, 30, 10, 20);
    const image = makeImage(100, 100, rectangle(red, 30, 30, 40, 40), notch, rectangle(red, 5, 80, 12, 12));
    expect(await answers('How many squares?', image)).toEqual([{ answer: '2', score: 0.9375 }]);
    expect(await answers('How many squares on the left?', image)).toEqual([{ answer: '1', score: 1 }]);
  });
});
