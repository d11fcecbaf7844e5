import { defineModel } from '../../define-model.ts';
import { fromSharp, loadSharp, toSharp } from '../../media/image.ts';
import { applyEdits } from './image-editor.ts';

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
