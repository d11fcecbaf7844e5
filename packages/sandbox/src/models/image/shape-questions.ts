import { defineModel } from '../../define-model.ts';
import type { Image } from '../../media/image.ts';
import { measureColorShares, type ColorShare } from './colors.ts';
import { findObjects, type SceneObject, namePlace } from './shapes.ts';
import { matches, readFilter } from './words.ts';

interface ScoredAnswer {
  answer: string;
  score: number;
}

const maxAnswers = 5;

function answerYesOrNo(chance: number): ScoredAnswer[] {
  return [
    { answer: 'yes', score: chance },
    { answer: 'no', score: 1 - chance },
  ].sort((left, right) => right.score - left.score);
}

function toAnswers(shares: readonly ColorShare[]): ScoredAnswer[] {
  return shares.map(({ color, share }) => ({ answer: color, score: share }));
}

/** The names of the objects, each with its share of their area. */
function rankByArea(
  objects: readonly SceneObject[],
  getName: (object: SceneObject) => string,
): ScoredAnswer[] {
  if (objects.length === 0) return [{ answer: 'nothing', score: 1 }];
  const total = objects.reduce((sum, { share }) => sum + share, 0);
  const scores = new Map<string, number>();
  for (const object of objects) {
    const name = getName(object);
    scores.set(name, (scores.get(name) ?? 0) + object.share / total);
  }
  return Array.from(scores, ([answer, score]) => ({ answer, score })).sort(
    (left, right) => right.score - left.score,
  );
}

/** The answers to a question by the rules of the card, the best first. */
export function answerQuestion(question: string, image: Image): ScoredAnswer[] {
  const asks = (pattern: RegExp) => pattern.test(question.toLowerCase());
  const filter = readFilter(question);
  const { objects, background } = findObjects(image);
  const candidates = objects.filter((object) => matches(object, filter));
  const bySize = candidates.toSorted((left, right) => right.share - left.share);
  const nameObject = ({ color, shape }: SceneObject) => `${color} ${shape}`;

  if (asks(/^\s*(?:is|are|does|do|has|have)\b/)) {
    if (!asks(/\bbackground\b/)) return answerYesOrNo(candidates[0]?.fit ?? 0);
    const shares = background.filter(({ color }) => filter.colors.includes(color));
    return answerYesOrNo(shares.reduce((sum, { share }) => sum + share, 0));
  }
  if (asks(/\bhow many\b/)) {
    const score = candidates.reduce((sum, { fit }) => sum + fit, 0) / Math.max(1, candidates.length);
    return [{ answer: String(candidates.length), score: candidates.length === 0 ? 1 : score }];
  }
  if (asks(/\bwhere\b/)) return rankByArea(candidates, ({ place }) => namePlace(place));
  if (asks(/\bhow (?:big|large|wide|tall)\b|\bsize\b/)) {
    const box = filter.isEmpty ? undefined : bySize[0]?.box;
    const [width, height] = box ? [box.xmax - box.xmin, box.ymax - box.ymin] : [image.width, image.height];
    return [{ answer: `${width} by ${height} pixels`, score: 1 }];
  }
  if (asks(/\bbackground\b/)) return toAnswers(background);
  if (asks(/\bcolou?rs?\b/)) {
    return filter.isEmpty
      ? toAnswers(measureColorShares(image))
      : rankByArea(candidates, ({ color }) => color);
  }
  if (asks(/\b(?:what|which) shapes?\b/)) return rankByArea(candidates, ({ shape }) => shape);
  if (asks(/\b(?:largest|biggest)\b/)) return rankByArea(bySize.slice(0, 1), nameObject);
  if (asks(/\bsmallest\b/)) return rankByArea(bySize.slice(-1), nameObject);
  return rankByArea(candidates, nameObject);
}

export const shapeQuestions = defineModel({
  id: 'sandbox/shape-questions',
  task: 'visual-question-answering',
  card: `
Answers English questions about the colored shapes of a picture.

It counts, locates, measures and names the shapes of sandbox/shape-detector that match the color, shape and place words of the
question: *How many red circles are there? Where is the star? How big…? What color…? Is there…?* Several answers are scored
by their area. It does not understand relations ("left of the circle").
`,
  examples: [
    { example_title: 'How many', src: 'shapes.png', text: 'How many red circles are there?' },
    { example_title: 'Background', src: 'shapes.png', text: 'What color is the background?' },
    { example_title: 'Where', src: 'shapes.png', text: 'What is on the left?' },
  ],
  answer: ({ question, image }) => answerQuestion(question, image).slice(0, maxAnswers),
});
