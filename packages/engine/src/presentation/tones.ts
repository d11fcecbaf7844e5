/** Gives each label its own number, in the order in which labels first appear, for colors. */
export function tonesOf(labels: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(labels)].map((label, index) => [label, index]));
}
