import { defineModel } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { readNumber } from './parameters.ts';
import { paint } from './painter/paint.ts';
import { mostThings } from './painter/read-prompt.ts';
import { clauseMarks, clauseWords, promptWordRule } from './painter/prompt-words.ts';
import { readCharacters } from './words/lexicon.ts';
import { stripeRule } from './painter/stripes.ts';
import { things } from './painter/things.ts';

const side = { minimum: 16, maximum: 2048, whole: true };

/** Draws the colored shapes and things that a prompt names. */
export const shapePainter = defineModel({
  id: 'sandbox/shape-painter',
  task: 'text-to-image',
  card: `# Shape painter

Draws what an English prompt names:

- **things**, also in the plural: ${Object.keys(things).join(', ')}, and the other words for shapes below ("shape" itself is none);
- **colors**, **numbers** and **sizes** before the thing;
- **places** of the things in the same part of the sentence. The middle of a thing lies in that third of the picture;
- **the background**: "blue background", "on white" at the end of a part with a thing, and the words of the table; and a ground along the
  bottom 28 %. A color before such a word recolors it.

Parts of the sentence end at ${clauseMarks.join(' ')} and at ${clauseWords.join(', ')}.

${promptWordRule}

All other words are passed over. A shape without a color gets a random one; a sun, a tree, a house and their like have
colors and places of their own. Things do not overlap as long as there is room; they are made smaller to make room. At
most ${mostThings} are drawn.

**A prompt that names nothing of all this** is painted as stripes. ${stripeRule}

Parameters: \`width\` and \`height\` (${side.minimum} to ${side.maximum}, 512 unless given) and \`seed\` (0 unless given). The same prompt, size and seed
give the same picture; another seed places things elsewhere.

## Limits

Only the first ${readCharacters} characters are read. It understands words, not sentences: "a circle inside a square" are a circle and a square side by side.
`,
  examples: [
    { example_title: 'Shapes', text: 'three red circles and a blue square on a white background' },
    { example_title: 'A scene', text: 'a house, two trees on the left and a sun over green grass, blue sky' },
  ],
  async answer(prompt, parameters): Promise<Picture> {
    const width = readNumber(parameters, 'width', side) ?? 512;
    const height = readNumber(parameters, 'height', side) ?? 512;
    const seed = readNumber(parameters, 'seed', {
      minimum: -Number.MAX_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      whole: true,
    });
    const drawing = paint(prompt, { width, height, seed: seed ?? 0 });
    const { default: sharp } = await import('sharp');
    const { data, info } = await sharp(Buffer.from(drawing))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return {
      width: info.width,
      height: info.height,
      data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    };
  },
});
