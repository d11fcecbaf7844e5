import { defineModel } from '../../define-model.ts';
import { fromSharp, loadSharp } from '../../media/image.ts';
import { drawScene, placeItems, type PlacedItem } from '../image/shape-painter.ts';
import { namesThing, partEnd, readPrompt } from '../image/painter-prompt.ts';
import { seededRandom } from '../numbers.ts';
import { readNumber } from '../parameters.ts';
import { createFrames, framesPerSecond, maxFrames, readFrameCount } from './frames.ts';

const side = 256;

/** Where and how large a thing is at a time from 0 to 1. */
type Motion = (item: PlacedItem, time: number) => Partial<PlacedItem>;

const travel = (item: PlacedItem, time: number) => (side - item.side) * time;

/** A movement to each side, from the opposite one. */
const directions: Readonly<Record<string, Motion>> = {
  right: (item, time) => ({ x: travel(item, time) }),
  left: (item, time) => ({ x: travel(item, 1 - time) }),
  down: (item, time) => ({ y: travel(item, time) }),
  up: (item, time) => ({ y: travel(item, 1 - time) }),
};

function scaled({ x, y, side: length }: PlacedItem, factor: number): Partial<PlacedItem> {
  const offset = (length * (1 - factor)) / 2;
  return { x: x + offset, y: y + offset, side: length * factor };
}

const moves = String.raw`(?:mov|roll|slid|fly|driv|go|run|walk|jump|float)(?:es?|s|ing)?`;
const path = String.raw`(?:\s+from\s+(?:the\s+)?\w+)?(?:\s+to(?:wards?)?)?(?:\s+the)?`;

/** The first matching motion of each part of the prompt applies; its words say nothing else. */
const motions: readonly [pattern: RegExp, motion: (direction: string) => Motion | undefined][] = [
  [
    new RegExp(`\\b${moves}${path}\\s+(left|right|up|down)(?:wards?)?\\b`),
    (direction) => directions[direction],
  ],
  [/\b(?:fall|drop|sink|set)(?:s|ting|ing|ping)?\b/, () => directions.down],
  [/\b(?:ris(?:es?|ing)|climb(?:s|ing)?)\b/, () => directions.up],
  [/\b(?:rotat|spin|turn)(?:es?|s|ing|ning)?\b/, () => (_item, time) => ({ turn: 360 * time })],
  [/\b(?:grow|swell)(?:s|ing)?\b/, () => (item, time) => scaled(item, 0.25 + 0.75 * time)],
  [/\bshrink(?:s|ing)?\b/, () => (item, time) => scaled(item, 1 - 0.75 * time)],
];

/** A prompt without its motions, and the motion of each thing in it. */
function readMotions(prompt: string) {
  const texts: string[] = [];
  const motionOf: (Motion | undefined)[] = [];
  for (const part of prompt.toLowerCase().split(partEnd)) {
    const [pattern, create] = motions.find(([each]) => each.test(part)) ?? [];
    const text = pattern ? part.replace(pattern, ' ') : part;
    const direction = pattern?.exec(part)?.[1] ?? '';
    const items = namesThing(text) ? readPrompt(text).items : [];
    motionOf.push(...items.map(() => create?.(direction)));
    texts.push(text);
  }
  const hasMotion = motionOf.some((motion) => motion !== undefined);
  const plan = readPrompt(texts.join(','));
  return { plan, motionOf: hasMotion ? motionOf : plan.items.map(() => directions.right) };
}

export const shapeAnimator = defineModel({
  id: 'sandbox/shape-animator',
  task: 'text-to-video',
  card: `
Animates the shapes named in an English prompt: 2 seconds of ${side} by ${side} pixels at ${framesPerSecond} frames per second.

It draws like *sandbox/shape-painter*, and moves each thing as its part of the prompt says: moves, rolls, slides or flies to the
left, right, up or down, from the opposite side; falls, rises, rotates, grows or shrinks. What has no motion stands still, unless
nothing has one: then everything moves to the right. \`num_frames\` (24 by default, at most ${maxFrames}) and \`seed\` are supported.
`,
  examples: [
    { example_title: 'Two shapes', text: 'a red circle moves to the right and a small blue square falls' },
    { example_title: 'A sunset', text: 'a sun sets and a star spins, sea, blue sky' },
  ],
  async answer(prompt, parameters, signal) {
    const seed = readNumber(parameters, 'seed', { min: -Infinity, isInteger: true }) ?? 0;
    const { plan, motionOf } = readMotions(prompt);
    const canvas = { width: side, height: side, random: seededRandom(seed) };
    const placed = placeItems(plan, canvas);
    const sharp = await loadSharp();
    const frames = await createFrames(readFrameCount(parameters), signal, (time) => {
      const items = placed.map((item, index) => ({ ...item, ...motionOf[index]?.(item, time) }));
      return fromSharp(sharp(Buffer.from(drawScene(plan, items, canvas))));
    });
    return { framesPerSecond, frames };
  },
});
