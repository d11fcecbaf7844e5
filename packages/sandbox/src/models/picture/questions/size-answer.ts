import type { FoundObject, Scene } from '../shapes/find-objects.ts';
import { chanceOf, type ScoredAnswer } from './chances.ts';

/** Says how wide or tall, or both, the largest of the objects is; without objects, the picture. */
export function sizeAnswer(asked: string, objects: FoundObject[], scene: Scene): ScoredAnswer[] {
  const [object] = objects.toSorted((a, b) => b.share - a.share);
  const width = object ? object.box.xmax - object.box.xmin : scene.width;
  const height = object ? object.box.ymax - object.box.ymin : scene.height;
  const score = object ? chanceOf(object) : 1;
  if (/\b(wide|width)\b/.test(asked)) return [{ answer: `${width} pixels`, score }];
  if (/\b(tall|high|height)\b/.test(asked)) return [{ answer: `${height} pixels`, score }];
  return [{ answer: `${width} by ${height} pixels`, score }];
}
