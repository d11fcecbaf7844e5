const TWO_MINUTES = 120;

/** A length of time in seconds as a person says it. */
export function lifeOf(seconds: number): string {
  if (seconds >= TWO_MINUTES) return `${Math.floor(seconds / 60)} minutes`;
  const whole = Math.floor(seconds);
  return whole === 1 ? '1 second' : `${whole} seconds`;
}
