import type { FoundObject } from '../shapes/find-objects.ts';

/** A possible answer and how likely or how large a part of the whole it is, 0 to 1. */
export interface ScoredAnswer {
  answer: string;
  score: number;
}

const certainFit = 0.9;

/** The rule of {@link chanceOf} in words, for cards. */
export const chanceRule = `A shape that fits at ${certainFit} or better is taken as certain, any other one as likely as its fit says.`;

/** How likely it is that an object is what it looks like. */
export function chanceOf({ fit }: FoundObject): number {
  return fit >= certainFit ? 1 : fit;
}

/** The chances that exactly 0, 1, 2, … of the objects are what they look like. */
export function countChances(objects: FoundObject[]): number[] {
  return objects.map(chanceOf).reduce(
    (chances, chance) => {
      const more = chances.map((before) => before * chance);
      const same = [...chances.map((before) => before * (1 - chance)), 0];
      return same.map((value, count) => value + (more[count - 1] ?? 0));
    },
    [1],
  );
}

/** Adds up the weights of equal names and gives each name its part of the whole, largest first. */
export function partsOf(weighted: readonly (readonly [string, number])[]): ScoredAnswer[] {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  const parts = new Map<string, number>();
  for (const [name, weight] of weighted) parts.set(name, (parts.get(name) ?? 0) + weight / total);
  return bestFirst([...parts].map(([answer, score]) => ({ answer, score })));
}

/** Sorts answers by score, largest first, and leaves out those that cannot be. */
export function bestFirst(answers: ScoredAnswer[]): ScoredAnswer[] {
  return answers.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}
