import type { Matrix3x3, Sharp } from 'sharp';
import { defineModel, ModelInputError } from '../../define-model.ts';
import { fromSharp, type Image, toSharp } from '../../media/image.ts';

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

/** The edits named in a prompt, in order; outlines if there are none. */
function readEdits(prompt: string): Edit[] {
  const parts = prompt.toLowerCase().split(/[,.;]|\b(?:and|then)\b/);
  const matches = parts.flatMap((part) => edits.find(([pattern]) => pattern.test(part))?.[1] ?? []);
  return matches.length > 0 ? matches.slice(0, maxEdits) : edits.slice(-1).map(([, edit]) => edit);
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
  async answer(image, parameters, signal) {
    const { prompt = '' } = parameters;
    if (typeof prompt !== 'string') throw new ModelInputError('`parameters.prompt` must be a string.');
    let result = image;
    for (const edit of readEdits(prompt)) {
      signal.throwIfAborted();
      result = await fromSharp(edit(await toSharp(result), result));
    }
    return result;
  },
});
