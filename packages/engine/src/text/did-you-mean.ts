/** For example `Did you mean a, b or c?`; empty without names. */
export function didYouMean(names: readonly string[]): string {
  const list = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
  return list && `Did you mean ${list}?`;
}
