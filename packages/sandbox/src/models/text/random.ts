const modulus = 2147483647;
const multiplier = 48271;

/** What {@link randomNumbers} does, for model cards. */
export const randomRules = `Random numbers come from the "minimal standard" generator (S. Park and K. Miller, 1988, with the multiplier of 1993):
s starts at (seed mod ${modulus - 1}) + 1, and each number is s / ${modulus} after s = ${multiplier} × s mod ${modulus}. The
first three are thrown away.`;

/**
 * An endless sequence of numbers from 0 to 1, both exclusive, the same for the same seed; see {@link randomRules}.
 *
 * @param seed a whole number, 0 or more
 */
export function randomNumbers(seed: number): () => number {
  let state = (seed % (modulus - 1)) + 1;
  const next = () => {
    state = (state * multiplier) % modulus;
    return state / modulus;
  };
  for (let discarded = 0; discarded < 3; discarded += 1) next();
  return next;
}
