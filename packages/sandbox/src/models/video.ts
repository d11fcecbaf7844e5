import { defineModel, ModelInputError, type ModelParameters } from '../define-model.ts';
import { fromSharp, loadSharp, toSharp, type Image } from '../media/image.ts';
import { readNumber, seededRandom } from './parameters.ts';
import { applyEdits } from './image/image-editor.ts';
import { drawScene, placeItems, type PlacedItem } from './image/shape-painter.ts';
import { namesThing, partEnd, readPrompt } from './image/painter-prompt.ts';

export const framesPerSecond = 12;
const defaultFrames = 24;
export const maxFrames = 120;
/** Pixels; larger images are reduced. */
export const maxSide = 320;

export function readFrameCount(parameters: ModelParameters): number {
  return readNumber(parameters, 'num_frames', { min: 1, max: maxFrames, isInteger: true }) ?? defaultFrames;
}

/** An image that fits a video, with even sides. */
export async function toFrameSize(image: Image): Promise<Image> {
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  const source = await toSharp(image);
  return fromSharp(source.resize(even(image.width), even(image.height), { fit: 'fill' }));
}

/** Frames at equal distances in time, from 0 to 1. */
export async function createFrames(
  count: number,
  signal: AbortSignal,
  draw: (time: number) => Image | Promise<Image>,
): Promise<Image[]> {
  const frames: Image[] = [];
  for (let index = 0; index < count; index += 1) {
    signal.throwIfAborted();
    frames.push(await draw(count === 1 ? 0 : index / (count - 1)));
  }
  return frames;
}

/** The part of an image that the camera shows, in shares of its sides. */
interface Shot {
  left: number;
  top: number;
  size: number;
}

const closeUp = 0.5;
const zoomIn = (time: number): Shot => {
  const size = 1 - (1 - closeUp) * time;
  return { left: (1 - size) / 2, top: (1 - size) / 2, size };
};
const pan = (left: (time: number) => number, top: (time: number) => number) => (time: number) => ({
  left: (1 - closeUp) * left(time),
  top: (1 - closeUp) * top(time),
  size: closeUp,
});
const middle = () => 0.5;
const forward = (time: number) => time;
const backward = (time: number) => 1 - time;

/** The first matching movement applies. */
const movements: readonly [pattern: RegExp, shot: (time: number) => Shot][] = [
  [/zoom.*out|away|back/, (time) => zoomIn(1 - time)],
  [/left/, pan(backward, middle)],
  [/right/, pan(forward, middle)],
  [/up|top/, pan(middle, backward)],
  [/down|bottom/, pan(middle, forward)],
];

async function show(image: Image, { left, top, size }: Shot): Promise<Image> {
  const { width, height } = image;
  const part = {
    left: Math.round(left * width),
    top: Math.round(top * height),
    width: Math.max(1, Math.floor(size * width)),
    height: Math.max(1, Math.floor(size * height)),
  };
  return fromSharp((await toSharp(image)).extract(part).resize(width, height, { fit: 'fill' }));
}

const facts = `2 seconds at ${framesPerSecond} frames per second, of at most ${maxSide} pixels. \`num_frames\` (24 by default, at most
${maxFrames}) is supported.`;

export const cameraMover = defineModel({
  id: 'sandbox/camera-mover',
  task: 'image-to-video',
  card: `
Moves a camera over a picture: zooms in, or does what \`prompt\` says.

It zooms out, or pans to the left, right, top or bottom at a zoom of 2. It moves the camera, not what is in the picture: "the cat
starts to dance" zooms in. ${facts}
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png', prompt: 'pan to the right' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  async answer(image, parameters, signal) {
    const { prompt = '' } = parameters;
    if (typeof prompt !== 'string') throw new ModelInputError('`parameters.prompt` must be a string.');
    const [, shot = zoomIn] = movements.find(([pattern]) => pattern.test(prompt.toLowerCase())) ?? [];
    const still = await toFrameSize(image);
    const frames = await createFrames(readFrameCount(parameters), signal, (time) => show(still, shot(time)));
    return { framesPerSecond, frames };
  },
});

export const editFader = defineModel({
  id: 'sandbox/edit-fader',
  task: 'image-text-to-video',
  card: `
Fades from a picture to the picture with the edits named in the prompt.

The edits are those of *sandbox/prompt-editor*. ${facts}
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png', prompt: 'make the sky pink' },
    { example_title: 'Evening in the hills', src: 'hills.jpg', prompt: 'gray, then blur' },
  ],
  async answer({ image, prompt }, parameters, signal) {
    const first = await toFrameSize(image);
    const { width, height } = first;
    const edited = await applyEdits(first, prompt, signal);
    const last = await fromSharp((await toSharp(edited)).resize(width, height, { fit: 'fill' }));
    const frames = await createFrames(readFrameCount(parameters), signal, (time) => ({
      width,
      height,
      data: first.data.map((value, index) => value + ((last.data[index] ?? value) - value) * time),
    }));
    return { framesPerSecond, frames };
  },
});

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
