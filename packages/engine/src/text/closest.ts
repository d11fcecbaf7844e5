import { distance } from 'fastest-levenshtein';

/** The name that a mistyped one was meant to be, whatever its case; undefined when none is near. */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, edits: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return best && best.edits <= best.name.length / 3 ? best.name : undefined;
}
