import type { Matrix3x3, Sharp } from 'sharp';
import { defineModel, ModelInputError, type ModelParameters } from '../../define-model.ts';
import { fromSharp, type Picture, toSharp } from '../../media/picture.ts';
import { readNumber } from '../parameters.ts';

/** Each edit of a large picture takes seconds. */
const maxEdits = 10;

interface Edit {
  /** Words that name the edit, as a regular expression. */
  pattern: string;
  /** Those words, for the card. */
  words: string;
  /** Pipelines that run one after the other. */
  steps: ((image: Sharp, original: Picture) => Sharp)[];
}

const gray: Matrix3x3 = [
  [0.299, 0.587, 0.114],
  [0.299, 0.587, 0.114],
  [0.299, 0.587, 0.114],
];
const sepia: Matrix3x3 = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];
const laplacian = { width: 3, height: 3, kernel: [-1, -1, -1, -1, 8, -1, -1, -1, -1] };
const turn = '(?:rotate|turn)\\b[^,.;]{0,40}?\\b';

/** If several patterns match at one position, the first one wins. */
const edits: readonly Edit[] = [
  {
    pattern: `${turn}(?:left|counter-?clockwise)`,
    words: 'rotate … left',
    steps: [(image) => image.rotate(270)],
  },
  {
    pattern: `${turn}(?:180|around)|upside down`,
    words: 'upside down',
    steps: [(image) => image.rotate(180)],
  },
  { pattern: `${turn}(?:right|clockwise)|rotate`, words: 'rotate', steps: [(image) => image.rotate(90)] },
  {
    pattern: 'flip\\b[^,.;]{0,40}?\\bhorizontally|mirror',
    words: 'mirror, flip … horizontally',
    steps: [(image) => image.flop()],
  },
  { pattern: 'flip', words: 'flip', steps: [(image) => image.flip()] },
  {
    pattern: 'negative|invert',
    words: 'negative, invert',
    steps: [(image) => image.negate({ alpha: false })],
  },
  {
    pattern: 'gray(?:scale)?|black and white',
    words: 'gray, grayscale, black and white',
    steps: [(image) => image.recomb(gray)],
  },
  { pattern: 'sepia', words: 'sepia', steps: [(image) => image.recomb(sepia)] },
  {
    pattern: 'brighter|lighter',
    words: 'brighter, lighter',
    steps: [(image) => image.modulate({ brightness: 1.25 })],
  },
  { pattern: 'darker', words: 'darker', steps: [(image) => image.modulate({ brightness: 0.75 })] },
  {
    pattern: 'blur|soften',
    words: 'blur, soften',
    steps: [(image, { width, height }) => image.blur(Math.max(1, Math.min(width, height) / 100))],
  },
  {
    pattern: 'pixelate|mosaic',
    words: 'pixelate, mosaic',
    steps: [
      (image, { width, height }) =>
        image.resize(Math.ceil(width / 10), Math.ceil(height / 10), { fit: 'fill' }),
      (image, { width, height }) => image.resize(width, height, { fit: 'fill', kernel: 'nearest' }),
    ],
  },
  {
    pattern: 'outlines?|edges|sketch|drawing',
    words: 'outline, edges, sketch, drawing',
    steps: [
      (image) => image.flatten({ background: '#ffffff' }).convolve(laplacian).recomb(gray),
      (image) => image.negate({ alpha: false }),
    ],
  },
];

const editPattern = new RegExp(`\\b(?:${edits.map(({ pattern }) => `(${pattern})`).join('|')})\\b`, 'gi');

/** The edits named in a prompt, in order; outlines if there are none. */
function readEdits(prompt: string): Edit[] {
  const named = Array.from(prompt.slice(0, 2000).matchAll(editPattern), ([, ...groups]) =>
    edits.filter((_, index) => groups[index] !== undefined),
  );
  return named.length > 0 ? named.flat() : edits.slice(-1);
}

/** @throws {ModelInputError} when `target_size` is not an object with a width and a height */
function readTargetSize({
  target_size: size,
}: ModelParameters): { width: number; height: number } | undefined {
  if (size === undefined || size === null) return undefined;
  const { width, height } = Object(size) as Record<string, unknown>;
  const side = (name: string, value: unknown) =>
    readNumber({ [name]: value }, name, { min: 1, max: 4096, isInteger: true });
  const [wide, tall] = [side('target_size.width', width), side('target_size.height', height)];
  if (wide !== undefined && tall !== undefined) return { width: wide, height: tall };
  throw new ModelInputError('`parameters.target_size` must be an object with `width` and `height`.');
}

export const pictureEditor = defineModel({
  id: 'sandbox/picture-editor',
  task: 'image-to-image',
  card: `# Picture editor

Applies the edits named in the parameter \`prompt\`, in order. If there are none, it draws outlines.

The edits are ${edits.map(({ words }) => words).join('; ')}; at most ${maxEdits} of them. \`target_size\`, an object with
\`width\` and \`height\` (1 to 4096), stretches the result to that size.

## Limits

It changes pixels without understanding the picture: "turn the cat into a tiger" contains no known edit.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png', text: 'mirror, then sepia' },
    { example_title: 'Evening in the hills', src: 'hills.jpg', text: 'pixelate' },
  ],
  async answer(picture, parameters, signal) {
    const { prompt = '' } = parameters;
    if (typeof prompt !== 'string') throw new ModelInputError('`parameters.prompt` must be a string.');
    const size = readTargetSize(parameters);
    const named = readEdits(prompt);
    if (named.length > maxEdits) {
      throw new ModelInputError(`\`parameters.prompt\` may contain at most ${maxEdits} edits.`);
    }
    let edited = picture;
    for (const { steps } of named) {
      const original = edited;
      for (const step of steps) {
        signal.throwIfAborted();
        edited = await fromSharp(step(await toSharp(edited), original));
      }
    }
    return size ? fromSharp((await toSharp(edited)).resize({ ...size, fit: 'fill' })) : edited;
  },
});
