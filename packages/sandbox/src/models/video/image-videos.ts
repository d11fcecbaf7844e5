import { defineModel, ModelInputError } from '../../define-model.ts';
import { fromSharp, type Image, toSharp } from '../../media/image.ts';
import { applyEdits } from '../image/image-editor.ts';
import { createFrames, framesPerSecond, maxFrames, maxSide, readFrameCount, toFrameSize } from './frames.ts';

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
