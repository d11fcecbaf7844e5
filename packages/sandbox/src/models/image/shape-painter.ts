import { defineModel, type ModelParameters } from '../../define-model.ts';
import { fromSharp, loadSharp } from '../../media/image.ts';
import { readNumber, seededRandom } from '../parameters.ts';
import { colorNames, palette } from './colors.ts';
import { getWords } from '../text/words.ts';
import { colorWords } from './words.ts';
import { maxItems, readPrompt, things, type Item, type Plan } from './painter-prompt.ts';

/** Reads the size and the seed of an image. */
function readCanvas(parameters: ModelParameters): Canvas {
  const seed = readNumber(parameters, 'seed', { min: -Infinity, isInteger: true }) ?? 0;
  return {
    width: readNumber(parameters, 'width', sides) ?? 512,
    height: readNumber(parameters, 'height', sides) ?? 512,
    random: seededRandom(seed),
  };
}

const sides = { min: 16, max: 2048, isInteger: true };
const horizon = 0.72;

export interface Canvas {
  width: number;
  height: number;
  random: () => number;
}

/** A random position along one axis, in the given third of the canvas if there is one. */
function positionIn(third: string | undefined, length: number, side: number, random: number): number {
  const index = ['left', 'top'].includes(third ?? '') ? 0 : third === 'center' ? 1 : 2;
  const [low, high] = third === undefined ? [0, length] : [(index * length) / 3, ((index + 1) * length) / 3];
  const center = low + random * (high - low);
  return Math.max(0.53 * side, Math.min(length - 0.53 * side, center)) - side / 2;
}

/** Square boxes for the items. Of up to 200 random positions, the first one that is free, or the one with the most room. */
function arrange(items: readonly Item[], { width, height, random }: Canvas) {
  const unit = Math.min(width, height);
  const usual = unit * Math.min(0.28, 0.5 / Math.sqrt(items.length));
  const boxes: { x: number; y: number; side: number }[] = [];
  for (const { size, place } of items) {
    const side = usual * size;
    let best = { x: 0, y: 0, side, room: -Infinity };
    for (let attempt = 0; attempt < 200 && best.room < 0.02 * unit; attempt += 1) {
      const x = positionIn(place.horizontal, width, side, random());
      const y = positionIn(place.vertical, height, side, random());
      const distances = boxes.map((other) =>
        Math.max(other.x - x - side, x - other.x - other.side, other.y - y - side, y - other.y - other.side),
      );
      const room = Math.min(unit, ...distances);
      if (room > best.room) best = { x, y, side, room };
    }
    boxes.push(best);
  }
  return boxes;
}

/** The boxes and colors of things in a scene. */
export function placeItems({ items, background }: Plan, canvas: Canvas) {
  const boxes = arrange(items, canvas);
  const free = colorNames.filter((color) => !['white', 'beige', background].includes(color));
  return items.map((item, index) => {
    const ownColor = item.color ?? things.get(item.thing)?.color;
    const color = ownColor ?? free[Math.floor(canvas.random() * free.length)] ?? 'red';
    const { x = 0, y = 0, side = 0 } = boxes[index] ?? {};
    return { thing: item.thing, color, x, y, side, turn: 0 };
  });
}

export type PlacedItem = ReturnType<typeof placeItems>[number];

/** Draws a scene as SVG. */
export function drawScene(
  { background, sky, ground }: Plan,
  placedItems: readonly PlacedItem[],
  { width, height }: Pick<Canvas, 'width' | 'height'>,
): string {
  const drawings = placedItems.map(({ thing, color, x, y, side, turn }) => {
    const stroke = color === background ? ' stroke="gray"' : '';
    const transform = `translate(${x} ${y}) scale(${side / 100}) rotate(${turn} 50 50)`;
    return `<g transform="${transform}" fill="${palette[color]}"${stroke}>${things.get(thing)?.svg}</g>`;
  });
  const band = (color: string, y: number) =>
    `<rect y="${y}" width="${width}" height="${height}" fill="${color}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${band(palette[background], 0)}
    <g opacity="0.6">${sky ? band(palette[sky], 0) : ''}
    ${ground ? band(palette[ground], Math.round(horizon * height)) : ''}</g>
    ${drawings.join('')}</svg>`;
}

export const shapePainter = defineModel({
  id: 'sandbox/shape-painter',
  task: 'text-to-image',
  card: `
Draws the shapes and things named in an English prompt, at most ${maxItems} of them.

It supports colors, numbers, sizes, places such as *on the left*, backgrounds, grass, sea, sand and sky, and these things:
${[...things.keys()].join(', ')}. Other prompts are painted as a circle per word. \`width\`, \`height\` (512 by default) and
\`seed\` determine the rest. It understands words, not sentences: "a circle inside a square" is a circle and a square.
`,
  examples: [
    { example_title: 'Shapes', text: 'three red circles and a blue square on a white background' },
    { example_title: 'A scene', text: 'a house, two trees on the left and a sun over green grass, blue sky' },
  ],
  async answer(prompt, parameters) {
    const sharp = await loadSharp();
    const plan = readPrompt(prompt);
    const canvas = readCanvas(parameters);
    return fromSharp(sharp(Buffer.from(drawScene(plan, placeItems(plan, canvas), canvas))));
  },
});

const maxStripes = 100;

export const stripePainter = defineModel({
  id: 'sandbox/stripe-painter',
  task: 'text-to-image',
  card: `
Paints one stripe for each word of a prompt, from left to right, at most ${maxStripes}.

Longer words have wider stripes. Color words have their color, others one that \`seed\` determines. \`width\` and \`height\` are 512 by
default. It draws no shapes.
`,
  examples: [{ example_title: 'A flag', text: 'blue white red' }],
  async answer(prompt, parameters) {
    const { width, height, random } = readCanvas(parameters);
    const words = getWords(prompt).slice(0, maxStripes);
    const letters = words.reduce((sum, word) => sum + word.length, 0);
    let x = 0;
    const stripes = words.map((word) => {
      const color = colorWords.get(word) ?? colorNames[Math.floor(random() * colorNames.length)]!;
      const stripe = `<rect x="${x}" width="${(word.length / letters) * width + 1}" height="100%" fill="${palette[color]}"/>`;
      x += (word.length / letters) * width;
      return stripe;
    });
    const sharp = await loadSharp();
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
    return fromSharp(
      sharp(Buffer.from(`${head}<rect width="100%" height="100%" fill="#fff"/>${stripes.join('')}</svg>`)),
    );
  },
});
