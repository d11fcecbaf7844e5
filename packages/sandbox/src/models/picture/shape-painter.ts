import { defineModel } from '../../define-model.ts';
import { fromSharp } from '../../media/picture.ts';
import { readNumber } from '../parameters.ts';
import { seededRandom } from '../random.ts';
import { colorNames, palette } from './colors.ts';
import { type Item, maxThings, promptRules, readPrompt } from './painter-prompt.ts';
import { things } from './painter-things.ts';
import { wordRules } from './words.ts';

const sides = { min: 16, max: 2048, isInteger: true };

interface Canvas {
  width: number;
  height: number;
  random: () => number;
}

/** A random position along one axis for a box centered in the given third of the canvas. */
function positionIn(third: string | undefined, length: number, side: number, random: number): number {
  const index =
    third === undefined ? undefined : ['left', 'top'].includes(third) ? 0 : third === 'center' ? 1 : 2;
  const [low, high] =
    index === undefined ? [0, length] : [(index + 0.1) * (length / 3), (index + 0.9) * (length / 3)];
  const margin = 0.53 * side;
  const clamp = (value: number) => Math.max(margin, Math.min(length - margin, value));
  return clamp(low) + random * (clamp(high) - clamp(low)) - side / 2;
}

/** Positions without overlaps: everything shrinks until it fits, or overlaps if it never does. */
function arrange(items: readonly Item[], { width, height, random }: Canvas) {
  const usual = Math.min(width, height) * Math.min(0.28, 0.6 / Math.sqrt(items.length));
  for (let scale = 1; ; scale *= 0.9) {
    const placed: { x: number; y: number; side: number }[] = [];
    const isLast = scale < 0.1;
    for (const { size, place } of items) {
      const side = usual * size * scale;
      for (let attempt = 0; attempt < 80; attempt += 1) {
        const x = positionIn(place.horizontal, width, side, random());
        const y = positionIn(place.vertical, height, side, random());
        const isFree = placed.every((other) => {
          const distance = Math.max(
            other.x - x - side,
            x - other.x - other.side,
            other.y - y - side,
            y - other.y - other.side,
          );
          return distance >= 0.02 * Math.min(width, height);
        });
        if (!isFree && !(isLast && attempt === 79)) continue;
        placed.push({ x, y, side });
        break;
      }
    }
    if (placed.length === items.length) return placed;
  }
}

/** Draws the things named in a prompt as SVG. */
function paint(prompt: string, canvas: Canvas): string {
  const { width, height, random } = canvas;
  const plan = readPrompt(prompt);
  const { ground, background = { color: 'white', value: palette.white } } = plan;
  const items = plan.items
    .flatMap((item) => Array<Item>(Math.min(item.count, maxThings)).fill(item))
    .slice(0, maxThings);
  const squares = arrange(items, canvas);
  const free = colorNames.filter((color) => !['white', 'beige', background.color].includes(color));
  const drawings = items.map((item, index) => {
    const thing = things[item.thing];
    const color = item.color ?? thing?.color ?? free[Math.floor(random() * free.length)] ?? 'red';
    const { x = 0, y = 0, side = 0 } = squares[index] ?? {};
    const stroke =
      color === background.color ? ` stroke="${palette[color === 'black' ? 'gray' : 'black']}"` : '';
    return `<g transform="translate(${x} ${y}) scale(${side / 100})"${stroke}>${thing?.draw(palette[color]) ?? ''}</g>`;
  });
  const horizon = Math.round(0.72 * height);
  const band = ground
    ? `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${ground.value}"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${background.value}"/>${band}${drawings.join('')}</svg>`;
}

export const shapePainter = defineModel({
  id: 'sandbox/shape-painter',
  task: 'text-to-image',
  card: `# Shape painter

Draws the shapes and things named in an English prompt, at most ${maxThings} of them.

## How it works

Colors, numbers and sizes come before the thing. Places apply to a part of the sentence; parts end at punctuation and at
words such as *and* and *with*. *blue background* and *on white* set the background. Things without a color get a random
one. Nothing overlaps as long as there is room. A prompt without known things is painted as a circle per word.

${promptRules} ${wordRules}

\`width\`, \`height\` (${sides.min} to ${sides.max}, default 512) and \`seed\` (default 0) determine the rest: the same request gives the same picture.

## Limits

It understands words, not sentences: "a circle inside a square" is a circle and a square. Only the first 2,000 characters
are read.
`,
  examples: [
    { example_title: 'Shapes', text: 'three red circles and a blue square on a white background' },
    { example_title: 'A scene', text: 'a house, two trees on the left and a sun over green grass, blue sky' },
  ],
  async answer(prompt, parameters) {
    const width = readNumber(parameters, 'width', sides) ?? 512;
    const height = readNumber(parameters, 'height', sides) ?? 512;
    const seed = readNumber(parameters, 'seed', { min: -Infinity, isInteger: true }) ?? 0;
    const { default: sharp } = await import('sharp');
    return fromSharp(sharp(Buffer.from(paint(prompt, { width, height, random: seededRandom(seed) }))));
  },
});
