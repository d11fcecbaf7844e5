import { defineModel } from '../../define-model.ts';
import { colorShares } from './colors/color-map.ts';
import { colorRule } from './colors/color-names.ts';
import { regionRule } from './regions/find-regions.ts';
import { makeWorkingCopy, shrinkRule } from './regions/working-copy.ts';
import { findObjects, objectRule, type FoundObject } from './shapes/find-objects.ts';
import { shapeRule } from './shapes/fit-shape.ts';
import { phrasePlace, placeRule } from './shapes/place.ts';
import { countPhrase, joinPhrases, percent } from './words/phrases.ts';

const mostGroups = 5;

/** Describes a picture of colored shapes in a sentence. */
export const shapeCaptioner = defineModel({
  id: 'sandbox/shape-captioner',
  task: 'image-to-text',
  card: `# Shape captioner

Writes a sentence about a picture: the objects, where single ones are, the colors of the background, and the size.

1. Objects that fit a named shape are grouped by color and shape. The ${mostGroups} groups that cover most of the picture are named,
   largest first; a group of one gets its place, larger groups their number.
2. Background colors that cover at least a fifth of the background follow.
3. A picture without such objects is described by its three largest colors instead, with their shares.

${placeRule}

${objectRule}

${regionRule}

${shapeRule}

${shrinkRule}

${colorRule}
## Limits

It knows shapes and colors and nothing else: a face would be "a beige ellipse".
`,
  examples: [
    { example_title: 'Colored shapes', src: 'shapes.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(picture) {
    const { objects, background, width, height } = findObjects(picture);
    const size = `${width} by ${height} pixels`;
    const groups = groupObjects(objects.filter(({ shape }) => shape !== 'shape'));
    if (groups.length > 0) {
      const behind = background.filter(({ share }, index) => index === 0 || share >= 0.2);
      const colors = joinPhrases(behind.map(({ color }) => color));
      const article = /^[aeiou]/.test(colors) ? 'an' : 'a';
      return {
        generated_text: `${capitalize(joinPhrases(groups))} on ${article} ${colors} background, ${size}.`,
      };
    }
    const colors = colorShares(makeWorkingCopy(picture)).slice(0, 3);
    const named = colors.map(({ color, share }) => `${color} (${percent(share)})`);
    return { generated_text: `A picture in ${joinPhrases(named)}, ${size}.` };
  },
});

function groupObjects(objects: FoundObject[]): string[] {
  const groups = new Map<string, FoundObject[]>();
  for (const object of objects) {
    const name = `${object.color} ${object.shape}`;
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

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
