import { defineModel } from '../../define-model.ts';
import { edges } from './edits/edges.ts';
import { readEdits } from './edits/read-edits.ts';
import { readText } from './parameters.ts';

/** Applies the edits that a prompt names. */
export const pictureEditor = defineModel({
  id: 'sandbox/picture-editor',
  task: 'image-to-image',
  card: `# Picture editor

Applies the edits that the parameter \`prompt\` names, in the order in which it names them. A prompt that names none, or
no prompt at all, gives an edge drawing.

| words | edit |
|---|---|
| rotate, turn left, right, 180 | quarter turns (clockwise unless told) and half turns |
| flip, upside down | top and bottom change places |
| mirror, flip horizontally | left and right change places |
| negative, invert | each channel becomes 255 less itself |
| grey, greyscale, monochrome, black and white | each channel becomes the lightness, 0.299 red + 0.587 green + 0.114 blue |
| sepia | the lightness times 1.07, 0.87 and 0.64 |
| brighter, darker | a quarter of the way to white or to black |
| blur, soften | the mean of the square that reaches a hundredth of the shorter side each way (at least 1 pixel) |
| pixelate, mosaic | blocks of a 48th of the longer side (at least 2 pixels), each filled with its mean |
| edges, outline, sketch, drawing | 255 less the length of the Sobel gradient of the lightness |

## Limits

It changes pixels; it does not understand the picture: "turn the cat into a tiger" names no edit and gives an edge drawing.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png', text: 'mirror, then sepia' },
    { example_title: 'Evening in the hills', src: 'hills.jpg', text: 'pixelate' },
  ],
  answer(picture, parameters, signal) {
    const named = readEdits(readText(parameters, 'prompt'));
    return (named.length > 0 ? named : [edges]).reduce((edited, edit) => {
      signal.throwIfAborted();
      return edit(edited);
    }, picture);
  },
});
