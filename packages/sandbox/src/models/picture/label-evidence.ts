import type { Picture } from '../../media/picture.ts';
import { colorShares, type ColorShare } from './colors/color-map.ts';
import { measurePicture, type PictureStatistics } from './picture-statistics.ts';
import { matches, readFilter } from './questions/object-filter.ts';
import { makeWorkingCopy } from './regions/working-copy.ts';
import { findObjects, type Scene } from './shapes/find-objects.ts';
import { wordsOf } from './words/lexicon.ts';

/** What is known of a picture when labels are weighed. */
export interface Evidence {
  scene: Scene;
  shares: ColorShare[];
  statistics: PictureStatistics;
}

/** Measures a picture once for all labels. */
export function gatherEvidence(picture: Picture): Evidence {
  return {
    scene: findObjects(picture),
    shares: colorShares(makeWorkingCopy(picture)),
    statistics: measurePicture(picture),
  };
}

/** How well a label fits a picture, 0 to 1; 0 when it holds no word that can be measured. */
export function weighLabel(label: string, evidence: Evidence): number {
  const { scene, shares, statistics } = evidence;
  const words = wordsOf(label);
  const filter = readFilter(words);
  const found: number[] = [];
  if (filter.shape) {
    const fits = scene.objects.filter((object) => matches(object, filter)).map(({ fit }) => fit);
    found.push(Math.max(0, ...fits));
  } else {
    for (const named of filter.colors)
      found.push(Math.sqrt(shares.find(({ color }) => color === named)?.share ?? 0));
  }
  const measures = new Map<string, number>([
    ...Object.entries(statistics),
    ['colorful', statistics.colorful],
    ['plain', 1 - statistics.detailed],
    ['landscape', Number(scene.width > scene.height)],
    ['wide', Number(scene.width > scene.height)],
    ['portrait', Number(scene.width < scene.height)],
    ['tall', Number(scene.width < scene.height)],
  ]);
  for (const word of words) {
    const measure = measures.get(word);
    if (measure !== undefined) found.push(measure);
  }
  return found.reduce((sum, value) => sum + value, 0) / Math.max(1, found.length);
}
