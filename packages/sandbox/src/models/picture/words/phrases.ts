const small = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `a red circle`, `three red circles`, `20 red circles`. */
export function countPhrase(count: number, name: string): string {
  if (count === 1) return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
  return `${small[count] ?? count} ${name}s`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinPhrases(phrases: string[]): string {
  if (phrases.length < 2) return phrases.join('');
  return `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}`;
}

/** A share as whole percent. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
