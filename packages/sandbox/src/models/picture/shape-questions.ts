import { defineModel } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { keepBest } from '../parameters.ts';
import { brightnessOf, colorShares } from './colors.ts';
import { findObjects, type FoundObject, namePlace, objectRules } from './shapes.ts';
import { firstWords, matches, readFilter, wordRules } from './words.ts';

interface ScoredAnswer {
  answer: string;
  score: number;
}

/** The answers' shares of the sum of the weights; equal answers count as one. */
function shares(
  weighted: readonly (readonly [answer: string, weight: number])[],
  nothing: string,
): ScoredAnswer[] {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  const parts = new Map<string, number>();
  for (const [answer, weight] of weighted) parts.set(answer, (parts.get(answer) ?? 0) + weight / total);
  if (parts.size === 0) return [{ answer: nothing, score: 1 }];
  return [...parts].map(([answer, score]) => ({ answer, score }));
}

function yesOrNo(chance: number): ScoredAnswer[] {
  const answers = [
    { answer: 'yes', score: chance },
    { answer: 'no', score: 1 - chance },
  ];
  return answers.filter(({ score }) => score > 0);
}

/** The answers to a question by the rules of the card. */
export function answerQuestion(question: string, picture: Picture): ScoredAnswer[] {
  const words = firstWords(question);
  const asks = (pattern: RegExp) => pattern.test(words.join(' '));
  const filter = readFilter(words);
  const { objects, background, width, height } = findObjects(picture);
  const matching = objects.filter((object) => matches(object, filter));
  const [largest] = matching.toSorted((left, right) => right.share - left.share);
  const smallest = matching.reduce((best, next) => (next.share < (best?.share ?? 0) ? next : best), largest);
  const labelOf = ({ color, shape }: FoundObject) => `${color} ${shape}`;
  const byArea = (nameOf: (object: FoundObject) => string, nothing = 'nothing') =>
    shares(
      matching.map((object) => [nameOf(object), object.share] as const),
      nothing,
    );
  const colorsOf = (list: typeof background) =>
    list.map(({ color, share }) => ({ answer: color, score: share }));

  if (asks(/^(?:is|are|does|do|has|have)\b/)) {
    if (asks(/\bbackground\b/)) {
      const named = background.filter(({ color }) => filter.colors.includes(color));
      return yesOrNo(named.reduce((sum, { share }) => sum + share, 0));
    }
    if (asks(/\bbright\b/)) return yesOrNo(brightnessOf(picture));
    if (asks(/\bdark\b/)) return yesOrNo(1 - brightnessOf(picture));
    return yesOrNo(matching[0]?.fit ?? 0);
  }
  if (asks(/\bhow many\b|\bnumber of\b/)) {
    const score = matching.reduce((sum, { fit }) => sum + fit, 0) / Math.max(1, matching.length);
    return [{ answer: String(matching.length), score: matching.length === 0 ? 1 : score }];
  }
  if (asks(/\bwhere\b/)) return byArea(({ place }) => namePlace(place), 'nowhere');
  if (asks(/\bhow (?:big|large|wide|tall|high)\b|\bsize\b/)) {
    const box = filter.isEmpty ? undefined : largest?.box;
    const [wide, tall] = box ? [box.xmax - box.xmin, box.ymax - box.ymin] : [width, height];
    const size = asks(/\bwide\b/) ? wide : asks(/\b(?:tall|high)\b/) ? tall : `${wide} by ${tall}`;
    return [{ answer: `${size} pixels`, score: 1 }];
  }
  if (asks(/\bbackground\b/)) return colorsOf(background);
  if (asks(/\bcolou?rs?\b/))
    return filter.isEmpty ? colorsOf(colorShares(picture)) : byArea(({ color }) => color);
  if (asks(/\b(?:what|which) shapes?\b/)) return byArea(({ shape }) => shape);
  if (asks(/\b(?:largest|biggest)\b/) && largest) return [{ answer: labelOf(largest), score: largest.fit }];
  if (asks(/\bsmallest\b/) && smallest) return [{ answer: labelOf(smallest), score: smallest.fit }];
  return byArea(labelOf);
}

export const shapeQuestions = defineModel({
  id: 'sandbox/shape-questions',
  task: 'visual-question-answering',
  card: `# Shape questions

Answers English questions about the colored shapes of a picture. The first row that matches the question applies.

| question | answers and scores |
|---|---|
| is, are … background | yes with the color's share of the background, or no |
| is … bright, dark | yes with the brightness or darkness, or no |
| is, are, does, has … | yes with the best fit of the matching objects, or no |
| how many … | their number, with their mean fit |
| where … | their places, by area |
| how big, wide, tall … | the size of the largest one, or of the picture |
| … color … | their colors by area, or those of the background or picture |
| which shape …, largest, smallest | the shape, or that object |
| anything else | the matching objects, by area |

Color, shape and place words select the objects. ${wordRules} \`top_k\` (5 by default) limits the number of answers.

${objectRules}

## Limits

It only recognizes shapes, not their relations ("left of the circle").
`,
  examples: [
    { example_title: 'How many', src: 'shapes.png', text: 'How many red circles are there?' },
    { example_title: 'Background', src: 'shapes.png', text: 'What color is the background?' },
    { example_title: 'Where', src: 'shapes.png', text: 'What is on the left?' },
  ],
  answer: ({ question, image }, parameters) => keepBest(answerQuestion(question, image), parameters, 5),
});
