import { defineModel } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { colorShares } from './colors.ts';
import { findObjects, type FoundObject, namePlace, objectRules } from './shapes.ts';

const maxGroups = 5;
const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

function withArticle(phrase: string): string {
  return `${/^[aeiou]/.test(phrase) ? 'an' : 'a'} ${phrase}`;
}

/** `a`, `a and b`, `a, b and c`. */
function join(phrases: readonly string[]): string {
  const last = phrases.at(-1) ?? '';
  return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(', ')} and ${last}`;
}

/** Phrases such as "two red circles" and "a blue square on the left", the largest group first. */
function describeGroups(objects: readonly FoundObject[]): string[] {
  const groups = new Map<string, FoundObject[]>();
  for (const object of objects) {
    const name = `${object.color} ${object.shape}`;
    groups.set(name, [...(groups.get(name) ?? []), object]);
  }
  const shareOf = (group: readonly FoundObject[]) => group.reduce((sum, { share }) => sum + share, 0);
  return [...groups]
    .sort(([, left], [, right]) => shareOf(right) - shareOf(left))
    .slice(0, maxGroups)
    .map(([name, [first, ...others]]) => {
      if (!first || others.length > 0) return `${numbers[others.length + 1] ?? others.length + 1} ${name}s`;
      const place = namePlace(first.place);
      const preposition = place === 'center' ? 'in' : place === 'left' || place === 'right' ? 'on' : 'at';
      return `${withArticle(name)} ${preposition} the ${place}`;
    });
}

export const shapeCaptioner = defineModel({
  id: 'sandbox/shape-captioner',
  task: 'image-to-text',
  card: `# Shape captioner

Describes a picture of colored shapes in one sentence.

It names the ${maxGroups} largest groups of objects of one color and shape, the position of single objects, the colors that cover at
least a fifth of the background, and the size. A picture without known shapes is described by its three main colors.

${objectRules}

## Limits

It only recognizes shapes and colors: a face would be "a beige ellipse".
`,
  examples: [
    { example_title: 'Colored shapes', src: 'shapes.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer: (picture) => ({ generated_text: captionOf(picture) }),
});

/** One sentence by the rules of the card. */
export function captionOf(picture: Picture): string {
  const { objects, background, width, height } = findObjects(picture);
  const size = `${width} by ${height} pixels`;
  const groups = describeGroups(objects.filter(({ shape }) => shape !== 'shape'));
  if (groups.length === 0) {
    const colors = colorShares(picture).slice(0, 3);
    const named = colors.map(({ color, share }) => `${color} (${Math.round(100 * share)}%)`);
    return `A picture in ${join(named)}, ${size}.`;
  }
  const colors = background.filter(({ share }, index) => index === 0 || share >= 0.2);
  const behind = withArticle(join(colors.map(({ color }) => color)));
  const text = `${join(groups)} on ${behind} background, ${size}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
