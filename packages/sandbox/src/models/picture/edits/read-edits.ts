import { wordsOf } from '../words/lexicon.ts';
import { namedEdits, type Edit } from './edit-words.ts';
import { readTurn } from './read-turn.ts';

const turnVerb = /^(?:rotate|rotated|rotating|turn|turned|flip|flipped|mirror|mirrored|upside)$/;
const joints: ReadonlySet<string> = new Set(['then', 'and', 'make', 'into']);

interface Found {
  edit: Edit;
  /** How many words it takes. */
  length: number;
}

/** The edits that the words of a prompt name, in their order; none when it names none. */
export function readEdits(prompt: string): Edit[] {
  return prompt.split(/[,.;:!?\n]/).flatMap((part) => readPart(wordsOf(part)));
}

function readPart(words: readonly string[]): Edit[] {
  const found: Edit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const here = named(words, at) ?? turned(words, at);
    if (!here) continue;
    found.push(here.edit);
    at += here.length - 1;
  }
  return found;
}

function named(words: readonly string[], at: number): Found | undefined {
  for (const { words: forms, edit } of namedEdits)
    for (const form of forms) {
      const { length } = form.split(' ');
      if (words.slice(at, at + length).join(' ') === form) return { edit, length };
    }
  return undefined;
}

function turned(words: readonly string[], at: number): Found | undefined {
  if (!turnVerb.test(words[at] ?? '')) return undefined;
  const mayHoldUpside = /^(flip|mirror)/.test(words[at] ?? '');
  const endsBefore = (word: string, place: number) =>
    (turnVerb.test(word) && !(mayHoldUpside && word === 'upside')) ||
    named(words, place) !== undefined ||
    (joints.has(word) && !/^(vertical|horizontal)/.test(words[place + 1] ?? ''));
  const end = words.findIndex((word, place) => place > at && endsBefore(word, place));
  const clause = words.slice(at, end < 0 ? words.length : end);
  const edit = readTurn(clause);
  return edit && { edit, length: clause.length };
}
