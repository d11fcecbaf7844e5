/** A stretch of time during which the tone is on or off. */
export interface Run {
  on: boolean;
  seconds: number;
}

const leastContrast = 3;
const shortestRun = 0.008;
const mostRounds = 100;

/**
 * Turns amplitudes of a tone into the stretches in which it is on and off, beginning and ending with on; empty when
 * the tone does not stand out.
 *
 * @param step seconds from one amplitude to the next.
 */
export function keying(amplitudes: Float64Array, step: number): Run[] {
  const border = loudnessBorder(amplitudes);
  if (border === undefined) return [];
  const raw: Run[] = [];
  for (const amplitude of amplitudes) append(raw, { on: amplitude > border, seconds: step });
  const withoutBreaks = smoothed(raw, false);
  const clean = smoothed(withoutBreaks, true);
  return clean.slice(
    clean.findIndex((run) => run.on),
    clean.findLastIndex((run) => run.on) + 1,
  );
}

function loudnessBorder(amplitudes: Float64Array): number | undefined {
  let softest = Infinity;
  let loudest = 0;
  for (const amplitude of amplitudes) {
    softest = Math.min(softest, amplitude);
    loudest = Math.max(loudest, amplitude);
  }
  let border = (softest + loudest) / 2;
  for (let round = 0; round < mostRounds; round++) {
    const [soft, loud] = means(amplitudes, border);
    if (!(loud >= leastContrast * soft)) return undefined;
    const next = (soft + loud) / 2;
    if (next === border) break;
    border = next;
  }
  return border;
}

/** Means of the amplitudes up to the border and above it. */
function means(amplitudes: Float64Array, border: number): [number, number] {
  let [soft, softCount, loud, loudCount] = [0, 0, 0, 0];
  for (const amplitude of amplitudes) {
    if (amplitude > border) {
      loud += amplitude;
      loudCount += 1;
    } else {
      soft += amplitude;
      softCount += 1;
    }
  }
  return [soft / Math.max(1, softCount), loud / loudCount];
}

/** Gives runs of one kind that are too short to mean anything to their neighbors. */
function smoothed(runs: Run[], on: boolean): Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const tooShort = run.on === on && run.seconds < shortestRun;
    append(kept, { on: tooShort ? !run.on : run.on, seconds: run.seconds });
  }
  return kept;
}

function append(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last?.on === run.on) last.seconds += run.seconds;
  else runs.push({ ...run });
}
