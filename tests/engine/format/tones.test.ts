import { expect, test } from 'vitest';
import { createAnnotations, fileFromBlob, labelTones, tones, tonesFor } from '@tryout/engine';

const colorOf = (labels: readonly string[]) => tonesFor(labels).map((tone) => tones[tone]!.words[0]);

test('a label that names a color is drawn in it, and other labels in colors that none names', () => {
  expect(colorOf(['red circle', 'a Green-ish square', 'GREY cat', 'predatory bird'])).toEqual([
    'red',
    'green',
    'gray',
    'blue',
  ]);
  expect(colorOf(['cat', 'dog', 'blue car'])).toEqual(['orange', 'green', 'blue']);
});

test('a saved image has the colors of the labels', () => {
  const box = { xmin: 1, ymin: 1, xmax: 9, ymax: 9 };
  const boxes = ['red circle', 'cat'].map((label) => ({ label, score: 1, box }));
  const image = fileFromBlob(new Blob(['image']), 'a.png', 'image/png');
  const { svg } = createAnnotations({ kind: 'boxes', image, boxes }, { width: 10, height: 10 })!;
  // The best one is drawn last.
  const outlines = [...svg.matchAll(/fill="none" stroke="(#\w+)"/g)].map(([, color]) => color).reverse();
  expect(outlines).toEqual(tonesFor(['red circle', 'cat']).map((tone) => tones[tone]!.color));
});

test('a narrow image is saved with enough space for its labels', () => {
  const box = { xmin: 1, ymin: 1, xmax: 9, ymax: 9 };
  const image = fileFromBlob(new Blob(['image']), 'a.png', 'image/png');
  const boxes = [{ label: 'red circle', score: 0.5, box }];
  const { width, svg } = createAnnotations({ kind: 'boxes', image, boxes }, { width: 10, height: 400 })!;
  expect(width).toBeGreaterThan(100);
  expect(svg).toContain('red circle 50.0%');
});

test('the masks in a saved image have the numbers of the legend', () => {
  const image = fileFromBlob(new Blob(['image']), 'a.png', 'image/png');
  const masks = ['sky', 'sea'].map((label) => ({ label, mask: 'AAAA' }));
  const { svg } = createAnnotations({ kind: 'masks', image, masks }, { width: 200, height: 200 }, [
    undefined,
    { x: 0.5, y: 0.25 },
  ])!;
  expect([...svg.matchAll(/>(\d)<\/text>/g)].map(([, number]) => number)).toEqual(['2', '1', '2']);
});

test('a saved image says how many boxes it lacks', () => {
  const box = { xmin: 1, ymin: 1, xmax: 9, ymax: 9 };
  const image = fileFromBlob(new Blob(['image']), 'a.png', 'image/png');
  const boxes = Array.from({ length: 1201 }, () => ({ label: 'cat', score: 0.5, box }));
  const { svg } = createAnnotations({ kind: 'boxes', image, boxes }, { width: 200, height: 200 })!;
  expect(svg).toContain('and 1,001 more (not drawn)');
});

test('twelve labels have twelve colors, and more repeat them', () => {
  const labels = Array.from({ length: 14 }, (_, index) => `thing ${index}`);
  const found = tonesFor(labels);
  expect(new Set(found.slice(0, 12)).size).toBe(12);
  expect(found.slice(12)).toEqual(found.slice(0, 2));
  expect(labelTones(['a', 'b', 'a']).size).toBe(2);
});

test('text is legible on every color, and every color is visible on white and black', () => {
  for (const { color, onColor } of tones) {
    expect(contrast(color, onColor), color).toBeGreaterThanOrEqual(4.5);
    for (const background of ['#ffffff', '#000000'])
      expect(contrast(color, background), color).toBeGreaterThanOrEqual(2.5);
  }
});

test('no two colors look alike, even with color blindness', () => {
  for (const seen of [normal, protanopia, deuteranopia, tritanopia]) {
    const all = tones.map(({ color }) => oklab(seen(linear(color))));
    all.forEach((one, index) => {
      for (const other of all.slice(index + 1))
        expect(Math.hypot(...one.map((value, axis) => value - other[axis]!))).toBeGreaterThan(0.05);
    });
  }
});

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

function linear(color: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** WCAG 2. */
function contrast(a: string, b: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = linear(color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [darker, lighter] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [
    number,
    number,
  ];
  return lighter / darker;
}

function times(matrix: Matrix, [a, b, c]: Triple): Triple {
  const row = ([x, y, z]: Triple) => x * a + y * b + z * c;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** https://bottosson.github.io/posts/oklab/ */
function oklab(color: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])],
  );
}

/** Complete color blindness, https://doi.org/10.1109/TVCG.2009.113 */
function simulation(matrix: Matrix): (color: Triple) => Triple {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return (color) => {
    const [red, green, blue] = times(matrix, color);
    return [within(red), within(green), within(blue)];
  };
}

const normal = (color: Triple) => color;
const protanopia = simulation([
  [0.152286, 1.052583, -0.204868],
  [0.114503, 0.786281, 0.099216],
  [-0.003882, -0.048116, 1.051998],
]);
const deuteranopia = simulation([
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
]);
const tritanopia = simulation([
  [1.255528, -0.076749, -0.178779],
  [-0.078411, 0.930809, 0.147602],
  [0.004733, 0.691367, 0.3039],
]);
