import type { Picture } from '../../../media/picture.ts';
import { colorShares } from '../colors/color-map.ts';
import { measurePicture } from '../picture-statistics.ts';
import { makeWorkingCopy } from '../regions/working-copy.ts';
import { findObjects, type FoundObject } from '../shapes/find-objects.ts';
import { namePlace } from '../shapes/place.ts';
import { wordsOf } from '../words/lexicon.ts';
import { bestFirst, chanceOf, countChances, partsOf, type ScoredAnswer } from './chances.ts';
import { isEmptyFilter, matches, readFilter } from './object-filter.ts';
import { sizeAnswer } from './size-answer.ts';

const asksYesOrNo = /^(is|are|was|were|does|do|has|have|can)\b/;

/** Answers a question about a picture, best answer first; the card of the model that uses it says how. */
export function answerQuestion(question: string, picture: Picture): ScoredAnswer[] {
  const asked = wordsOf(question).join(' ');
  const words = asked.split(' ');
  const filter = readFilter(words);
  const scene = findObjects(picture);
  const meant = scene.objects.filter((object) => matches(object, filter));
  const has = (pattern: RegExp) => pattern.test(asked);

  if (has(asksYesOrNo)) {
    if (has(/\bbackground\b/)) {
      const behind = scene.background.filter(({ color }) => filter.colors.includes(color));
      return yesOrNo(behind.reduce((sum, { share }) => sum + share, 0));
    }
    if (has(/\b(bright|dark|colou?rful)\b/)) {
      const { bright, dark, colorful } = measurePicture(picture);
      return yesOrNo(has(/\bbright\b/) ? bright : has(/\bdark\b/) ? dark : colorful);
    }
    return yesOrNo(1 - meant.reduce((none, object) => none * (1 - chanceOf(object)), 1));
  }
  if (has(/\bhow many\b|\bnumber of\b|\bcount\b/))
    return bestFirst(countChances(meant).map((score, count) => ({ answer: String(count), score })));
  if (has(/\bwhere\b/)) return orNothing(meant, ({ place }) => namePlace(place), 'nowhere');
  if (has(/\b(how (big|large|wide|tall|high)|size|width|height|dimensions?|resolution)\b/))
    return sizeAnswer(asked, isEmptyFilter(filter) ? [] : meant, scene);
  if (has(/\bcolou?rs?\b/)) {
    const shares = has(/\bbackground\b/) ? scene.background : colorShares(makeWorkingCopy(picture));
    if (has(/\bbackground\b/) || isEmptyFilter(filter))
      return shares.map(({ color, share }) => ({ answer: color, score: share }));
    return orNothing(meant, ({ color }) => color);
  }
  if (has(/\bbackground\b/))
    return scene.background.map(({ color, share }) => ({ answer: color, score: share }));
  if (has(/\b(what|which) (kind of )?shapes?\b/)) return orNothing(meant, ({ shape }) => shape);
  if (has(/\b(largest|biggest)\b/)) return extreme(meant, 1);
  if (has(/\bsmallest\b/)) return extreme(meant, -1);
  return orNothing(meant, labelOf);
}

function labelOf({ color, shape }: FoundObject): string {
  return `${color} ${shape}`;
}

function yesOrNo(chance: number): ScoredAnswer[] {
  return bestFirst([
    { answer: 'yes', score: chance },
    { answer: 'no', score: 1 - chance },
  ]);
}

function orNothing(
  objects: FoundObject[],
  nameOf: (object: FoundObject) => string,
  nothing = 'nothing',
): ScoredAnswer[] {
  if (objects.length === 0) return [{ answer: nothing, score: 1 }];
  return partsOf(objects.map((object) => [nameOf(object), object.share] as const));
}

function extreme(objects: FoundObject[], direction: 1 | -1): ScoredAnswer[] {
  const [first] = objects.toSorted((a, b) => direction * (b.share - a.share));
  return [first ? { answer: labelOf(first), score: chanceOf(first) } : { answer: 'nothing', score: 1 }];
}
