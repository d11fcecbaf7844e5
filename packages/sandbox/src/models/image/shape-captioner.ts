import { defineModel } from '../../define-model.ts';
import type { Image } from '../../media/image.ts';
import { measureColorShares } from './colors.ts';
import { findObjects, type SceneObject, namePlace } from './shapes.ts';

const maxGroups = 5;
const numbers = 'no one two three four five six seven eight nine ten'.split(' ');
const listFormat = new Intl.ListFormat('en-GB');

function addArticle(phrase: string): string {
  return `${/^[aeiou]/.test(phrase) ? 'an' : 'a'} ${phrase}`;
}

/** `two red circles`, or for a single object `a blue square at the top`. */
function describeGroup(name: string, [first, ...others]: readonly SceneObject[]): string {
  if (!first || others.length > 0) return `${numbers[others.length + 1] ?? others.length + 1} ${name}s`;
  const place = namePlace(first.place);
  const preposition = place === 'center' ? 'in' : place === 'left' || place === 'right' ? 'on' : 'at';
  return `${addArticle(name)} ${preposition} the ${place}`;
}

/** One sentence by the rules of the card. */
export function describeImage(image: Image): string {
  const { objects, background } = findObjects(image);
  const size = `${image.width} by ${image.height} pixels`;
  const groups = new Map<string, SceneObject[]>();
  for (const object of objects.filter(({ shape }) => shape !== 'shape')) {
    const name = `${object.color} ${object.shape}`;
    groups.set(name, [...(groups.get(name) ?? []), object]);
  }
  if (groups.size === 0) {
    const colors = measureColorShares(image).slice(0, 3);
    const colorPhrases = colors.map(({ color, share }) => `${color} (${Math.round(100 * share)}%)`);
    return `A picture in ${listFormat.format(colorPhrases)}, ${size}.`;
  }
  const sumShares = (group: readonly SceneObject[]) => group.reduce((sum, { share }) => sum + share, 0);
  const phrases = [...groups]
    .sort(([, left], [, right]) => sumShares(right) - sumShares(left))
    .slice(0, maxGroups)
    .map(([name, group]) => describeGroup(name, group));
  const colors = background.filter(({ share }, index) => index === 0 || share >= 0.2);
  const backgroundPhrase = addArticle(listFormat.format(colors.map(({ color }) => color)));
  const text = `${listFormat.format(phrases)} on ${backgroundPhrase} background, ${size}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const shapeCaptioner = defineModel({
  id: 'sandbox/shape-captioner',
  task: 'image-to-text',
  card: `
Describes a picture of colored shapes in one sentence.

It names the ${maxGroups} largest groups of shapes that sandbox/shape-detector finds, the place of single shapes, the background and
the size; a picture without shapes is described by its three main colors. A face would be "a beige ellipse".
`,
  examples: [
    { example_title: 'Colored shapes', src: 'shapes.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer: (image) => ({ generated_text: describeImage(image) }),
});
