import { morseCode } from './morse-code.ts';
import type { Run } from './morse-keying.ts';

const shortestDot = 0.015;
const longestDot = 0.3;
const usualDot = 0.06;
const candidates = 300;
/** Weight of being near the usual speed: too small to outweigh a misfit, enough to settle a tie. */
const habit = 0.01;
const largestDeviation = 0.04;
const unknown = '*';

const characters = new Map([...morseCode].map(([character, code]) => [code, character]));

/** The length of a dot, in seconds, that explains the runs best; `undefined` when none explains them. */
export function dotLength(runs: readonly Run[]): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (let index = 0; index < candidates; index++) {
    const dot = shortestDot * (longestDot / shortestDot) ** (index / (candidates - 1));
    const deviation = meanDeviation(runs, dot);
    const cost = deviation + habit * Math.log(dot / usualDot) ** 2;
    if (deviation <= largestDeviation && cost < least) [best, least] = [dot, cost];
  }
  return best;
}

function meanDeviation(runs: readonly Run[], dot: number): number {
  let total = 0;
  for (const { on, seconds } of runs) {
    const dots = seconds / dot;
    if (!on && dots >= 7) continue;
    const ideal = dots < 2 ? 1 : on || dots < 5 ? 3 : 7;
    total += Math.log(dots / ideal) ** 2;
  }
  return runs.length > 0 ? total / runs.length : Infinity;
}

/** Writes down what runs of a known dot length say. */
export function readKeying(runs: readonly Run[], dot: number): string {
  let text = '';
  let signs = '';
  const endLetter = (): void => {
    text += characters.get(signs) ?? unknown;
    signs = '';
  };
  for (const { on, seconds } of runs) {
    const dots = seconds / dot;
    if (on) signs += dots < 2 ? '.' : '-';
    else if (dots >= 2) {
      endLetter();
      if (dots >= 5) text += ' ';
    }
  }
  if (signs !== '') endLetter();
  return text;
}
