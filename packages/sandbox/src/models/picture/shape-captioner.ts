import { defineModel } from '../../define-model.ts';
import { colourShares } from './colours/colour-map.ts';
import { colourRule } from './colours/colour-names.ts';
import { regionRule } from './regions/find-regions.ts';
import { makeWorkingCopy, shrinkRule } from './regions/working-copy.ts';
import { findObjects, objectRule, type FoundObject } from './shapes/find-objects.ts';
import { shapeRule } from './shapes/fit-shape.ts';
import { phrasePlace, placeRule } from './shapes/place.ts';
import { countPhrase, joinPhrases, percent } from './words/phrases.ts';

const mostGroups = 5;

/** Describes a picture of coloured shapes in a sentence. */
export const shapeCaptioner = defineModel({
  id: 'sandbox/shape-captioner',
  task: 'image-to-text',
  card: `# Shape captioner

Writes a sentence about a picture: the objects, where single ones are, the colours of the background, and the size.

1. Objects that fit a named shape are grouped by colour and shape. The ${mostGroups} groups that cover most of the picture are named,
   largest first; a group of one gets its place, larger groups their number.
2. Background colours that cover at least a fifth of the background follow.
3. A picture without such objects is described by its three largest colours instead, with their shares.

${placeRule}

${objectRule}

${regionRule}

${shapeRule}

${shrinkRule}

${colourRule}
## Limits

It knows shapes and colours and nothing else: a face would be "a beige ellipse".
`,
  examples: [
    { example_title: 'Coloured shapes', src: 'shapes.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(picture) {
    const { objects, background, width, height } = findObjects(picture);
    const size = `${width} by ${height} pixels`;
    const groups = groupObjects(objects.filter(({ shape }) => shape !== 'shape'));
    if (groups.length > 0) {
      const behind = background.filter(({ share }, index) => index === 0 || share >= 0.2);
      const colours = joinPhrases(behind.map(({ colour }) => colour));
      const article = /^[aeiou]/.test(colours) ? 'an' : 'a';
      return {
        generated_text: `${capitalise(joinPhrases(groups))} on ${article} ${colours} background, ${size}.`,
      };
    }
    const colours = colourShares(makeWorkingCopy(picture)).slice(0, 3);
    const named = colours.map(({ colour, share }) => `${colour} (${percent(share)})`);
    return { generated_text: `A picture in ${joinPhrases(named)}, ${size}.` };
  },
});

function groupObjects(objects: FoundObject[]): string[] {
  const groups = new Map<string, FoundObject[]>();
  for (const object of objects) {
    const name = `${object.colour} ${object.shape}`;
    groups.set(name, [...(groups.get(name) ?? []), object]);
  }
  const area = (group: FoundObject[]) => group.reduce((sum, { share }) => sum + share, 0);
  return [...groups]
    .sort(([, a], [, b]) => area(b) - area(a))
    .slice(0, mostGroups)
    .map(([name, group]) => {
      const [only] = group;
      const phrase = countPhrase(group.length, name);
      return only && group.length === 1 ? `${phrase} ${phrasePlace(only.place)}` : phrase;
    });
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
