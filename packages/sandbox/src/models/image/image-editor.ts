import type { Matrix3x3, Sharp } from 'sharp';
import { defineModel, ModelInputError } from '../../define-model.ts';
import { fromSharp, loadSharp, toSharp, type Image } from '../../media/image.ts';
import { getWords } from '../text/words.ts';
import { nameColor, palette, type ColorName } from './colors.ts';
import { colorWords } from './words.ts';

const luminance: Matrix3x3[0] = [0.299, 0.587, 0.114];
const gray: Matrix3x3 = [luminance, luminance, luminance];
const sepia: Matrix3x3 = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];
/** White minus the difference of a pixel from its neighbors. */
const darkEdges = { width: 3, height: 3, kernel: [1, 1, 1, 1, -8, 1, 1, 1, 1], scale: 1, offset: 255 };

type Edit = (image: Sharp, size: Image) => Sharp;

/** A half of an image, or its middle. */
function crop(prompt: string): Edit {
  const has = (word: RegExp) => word.test(prompt);
  return (image, { width, height }) => {
    const [isWide, isHigh] = [has(/left|right/), has(/top|bottom|upper|lower/)];
    const part = {
      width: Math.max(1, Math.floor(isHigh && !isWide ? width : width / 2)),
      height: Math.max(1, Math.floor(isWide && !isHigh ? height : height / 2)),
    };
    const place = (isStart: boolean, isEnd: boolean, room: number) =>
      isStart ? 0 : isEnd ? room : Math.floor(room / 2);
    return image.extract({
      ...part,
      left: place(has(/left/), has(/right/), width - part.width),
      top: place(has(/top|upper/), has(/bottom|lower/), height - part.height),
    });
  };
}

/** Things that usually have a color. */
const usualColors: Readonly<Record<string, ColorName>> = {
  sky: 'blue',
  grass: 'green',
  sea: 'blue',
  sun: 'yellow',
};

/** The color that a part of a prompt names, and the one it becomes; undefined if it does not name both. */
function readRecoloring(prompt: string): readonly [from: ColorName, to: ColorName] | undefined {
  if (!/\b(?:make|turn|paint|color|replace|change)\b/.test(prompt)) return undefined;
  const colors = getWords(prompt).flatMap((word) => colorWords.get(word) ?? usualColors[word] ?? []);
  const [from, to] = colors;
  return from && to && from !== to ? [from, to] : undefined;
}

/** Replaces the pixels of a color; shades of it become shades of the other. */
function recolor({ width, height, data }: Image, from: ColorName, to: ColorName): Image {
  const [target, source] = [rgbOf(to), rgbOf(from)];
  const changed = data.slice();
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (nameColor(red, green, blue) !== from) continue;
    const shade = (red + green + blue) / Math.max(1, source[0] + source[1] + source[2]);
    for (const [channel, value] of target.entries()) changed[at + channel] = value * shade;
  }
  return { width, height, data: changed };
}

function rgbOf(color: ColorName): [number, number, number] {
  const value = parseInt(palette[color].slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The first matching edit of each part of the prompt applies. */
const edits: readonly [pattern: RegExp, edit: Edit][] = [
  [/(?:rotate|turn).*left|counter/, (image) => image.rotate(270)],
  [/(?:rotate|turn).*180|upside down/, (image) => image.rotate(180)],
  [/rotate|turn.*right/, (image) => image.rotate(90)],
  [/mirror|horizontal/, (image) => image.flop()],
  [/flip/, (image) => image.flip()],
  [/negative|invert/, (image) => image.negate({ alpha: false })],
  [/gray|black/, (image) => image.recomb(gray)],
  [/sepia/, (image) => image.recomb(sepia)],
  [/brighter/, (image) => image.modulate({ brightness: 1.25 })],
  [/darker/, (image) => image.modulate({ brightness: 0.75 })],
  [/blur/, (image, { width, height }) => image.blur(Math.max(1, Math.min(width, height) / 100))],
  [/outline|sketch/, (image) => image.flatten({ background: '#ffffff' }).convolve(darkEdges).recomb(gray)],
];
const maxEdits = 10;

/**
 * Applies the edits that a prompt names, in order; outlines if it names none.
 * @param isSimple without crops and changes of color
 */
export async function applyEdits(
  image: Image,
  prompt: string,
  signal: AbortSignal,
  isSimple = false,
): Promise<Image> {
  let result = image;
  let count = 0;
  for (const part of prompt.toLowerCase().split(/[,.;]|\b(?:and|then)\b/)) {
    if (count === maxEdits) break;
    signal.throwIfAborted();
    const colors = isSimple ? undefined : readRecoloring(part);
    const isCrop = !isSimple && /\bcrop/.test(part);
    const edit = isCrop ? crop(part) : edits.find(([pattern]) => pattern.test(part))?.[1];
    if (colors) result = recolor(result, ...colors);
    else if (edit) result = await fromSharp(edit(await toSharp(result), result));
    if (colors ?? edit) count += 1;
  }
  const [, outline] = edits.at(-1)!;
  return count === 0 ? fromSharp(outline(await toSharp(image), image)) : result;
}

export const imageEditor = defineModel({
  id: 'sandbox/picture-editor',
  task: 'image-to-image',
  card: `
Applies the edits named in the parameter \`prompt\`, in order, or draws outlines if there are none.

The edits are: rotate (left, right, 180), mirror, flip, negative, gray, sepia, brighter, darker, blur, outline; separated by commas,
*and* or *then*, at most ${maxEdits}. It changes pixels
without understanding the picture: "turn the cat into a tiger" contains no known edit.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png', text: 'mirror, then sepia' },
    { example_title: 'Evening in the hills', src: 'hills.jpg', text: 'blur, then darker' },
  ],
  answer(image, parameters, signal) {
    const { prompt = '' } = parameters;
    if (typeof prompt !== 'string') throw new ModelInputError('`parameters.prompt` must be a string.');
    return applyEdits(image, prompt, signal, true);
  },
});

export const promptEditor = defineModel({
  id: 'sandbox/prompt-editor',
  task: 'image-text-to-image',
  card: `
Edits a picture as the prompt says, in order; several pictures are first put side by side.

It changes colors ("make the red circle blue", "replace green with orange", "make the sky pink"), crops (to the left, right, top,
bottom or center), rotates, mirrors, flips, inverts and blurs, and makes pictures gray, sepia, brighter or darker. It changes every pixel of
a color without understanding the picture. Prompts without a known edit draw outlines.
`,
  examples: [
    { example_title: 'Colored shapes', src: 'shapes.png', prompt: 'make the red circle blue' },
    { example_title: 'A meadow with a house', src: 'meadow.png', prompt: 'crop the left half, then gray' },
  ],
  async answer({ image, prompt, furtherImages }, _parameters, signal) {
    const images = [image, ...furtherImages];
    const joined = images.length === 1 ? image : await joinImages(images);
    return applyEdits(joined, prompt, signal);
  },
});

/** Images next to each other, as high as the first. */
async function joinImages(images: Parameters<typeof toSharp>[0][]) {
  const height = images[0]?.height ?? 1;
  const sharp = await loadSharp();
  const parts = await Promise.all(
    images.map(async (image) => (await toSharp(image)).resize({ height }).png().toBuffer()),
  );
  return fromSharp(sharp(parts, { join: { across: parts.length } }));
}
