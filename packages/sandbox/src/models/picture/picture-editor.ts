import { setImmediate as turn } from 'node:timers/promises';
import { defineModel, ModelInputError } from '../../define-model.ts';
import { namedEdits } from './edits/edit-words.ts';
import { edges } from './edits/edges.ts';
import { readEdits } from './edits/read-edits.ts';
import { turnRows } from './edits/read-turn.ts';
import { readText } from './parameters.ts';
import { readTargetSize, targetSizeRule, toTargetSize } from './target-size.ts';

/** Each edit of the largest picture takes seconds, so their number is bounded. */
const mostEdits = 10;

/** Applies the edits that a prompt names. */
export const pictureEditor = defineModel({
  id: 'sandbox/picture-editor',
  task: 'image-to-image',
  card: `# Picture editor

Applies the edits that the parameter \`prompt\` names, in the order in which it names them. A prompt that names none, or
no prompt at all, gives an edge drawing.

| words | edit |
|---|---|
${turnRows}
${namedEdits.map(({ words, rule }) => `| ${words.join(', ')} | ${rule} |`).join('\n')}

The words that belong to a turn, a flip or a mirror end at punctuation, "and", "then", "make", "into" and the next edit. A prompt of
more than ${mostEdits} edits is refused. ${targetSizeRule}

## Limits

It changes pixels; it does not understand the picture: "turn the cat into a tiger" names no edit and gives an edge drawing.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png', text: 'mirror, then sepia' },
    { example_title: 'Evening in the hills', src: 'hills.jpg', text: 'pixelate' },
  ],
  async answer(picture, parameters, signal) {
    const named = readEdits(readText(parameters, 'prompt'));
    const size = readTargetSize(parameters);
    if (named.length > mostEdits)
      throw new ModelInputError(
        `Parameter prompt names ${named.length} edits; at most ${mostEdits} are made.`,
      );
    let edited = picture;
    for (const edit of named.length > 0 ? named : [edges]) {
      await turn();
      signal.throwIfAborted();
      edited = edit(edited);
    }
    return toTargetSize(edited, size);
  },
});
