/** Numbers from 0 to below 1, always the same for a seed (a linear congruential generator modulo 2^32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  next();
  next();
  return next;
}
