import { distance } from 'fastest-levenshtein';
import { didYouMean } from './words.ts';

const MAX_SUGGESTIONS = 3;
/** Longer lists of names do not fit on a line. */
const MAX_LISTED = 8;
/** Longer texts, such as those of files, are no misspelled names. */
const MAX_TYPED = 500;
/** Longer texts are not looked through for swapped letters. */
const MAX_SWAPPED = 60;

/**
 * Suggested names for typed text, the most similar first: misspelled, its beginning, or a part of it. Ignores case,
 * separators, and the organization of models.
 */
export function similarNames(typed: string, names: readonly string[], max = MAX_SUGGESTIONS): string[] {
  if (typed.length > MAX_TYPED) return [];
  const compared = names
    .map((name) => ({ name, difference: getDifference(plain(typed), plain(name)) }))
    .sort((a, b) => a.difference - b.difference);
  const limit = Math.min((compared[0]?.difference ?? 0) + 1, Number.MAX_VALUE);
  const similar = compared.filter(({ difference }) => difference <= limit);
  return similar.slice(0, max).map(({ name }) => name);
}

/** The hint for an unknown name: similar ones, otherwise what to choose from. */
export function nameHint(typed: string, names: readonly string[], otherwise?: string): string {
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const choices = `Choose ${names.length > 1 ? 'one of ' : ''}${names.slice(0, MAX_LISTED).join(', ')}${more}.`;
  return didYouMean(similarNames(typed, names)) || (otherwise ?? choices);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** 0 for equal texts; infinite if they are not similar. */
function getDifference(typed: string, known: string): number {
  const nameIn = (text: string) => text.slice(text.indexOf('/') + 1);
  const [part, name] = [nameIn(typed), nameIn(known)];
  const edits = Math.min(countEdits(typed, known), countEdits(part, name) + 1);
  return Math.min(
    edits <= name.length / 3 ? edits : Infinity,
    part.length > 1 && (known.startsWith(typed) || name.startsWith(part)) ? 1 : Infinity,
    part.length > 2 && name.includes(part) ? 2 : Infinity,
  );
}

/** Edits of single letters, where swapping two letters is one. */
function countEdits(typed: string, known: string): number {
  const swapped = typed.length > MAX_SWAPPED ? [] : Array.from(typed, (_letter, at) => swapAt(typed, at));
  return Math.min(distance(typed, known), ...swapped.map((text) => distance(text, known) + 1));
}

function swapAt(text: string, at: number): string {
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}
