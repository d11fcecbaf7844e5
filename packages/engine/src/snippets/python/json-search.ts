import { isFilePlace, type JsonTemplate } from '../../fields/index.ts';

/** Whether an object anywhere in JSON has an entry of null. Nulls in lists are not meant. */
export function hasNullEntry(json: JsonTemplate): boolean {
  return entriesOf(json).some(([, value]) => (value === null && !Array.isArray(json)) || hasNullEntry(value));
}

/** Whether a text anywhere in JSON, names among them, holds half of a surrogate pair, which UTF-8 cannot say. */
export function hasLoneSurrogate(json: JsonTemplate): boolean {
  const isBroken = (text: string) => /\p{Cs}/u.test(text);
  if (typeof json === 'string') return isBroken(json);
  return entriesOf(json).some(([name, value]) => isBroken(name) || hasLoneSurrogate(value));
}

function entriesOf(json: JsonTemplate): [name: string, value: JsonTemplate][] {
  if (typeof json !== 'object' || json === null || isFilePlace(json)) return [];
  return Object.entries(json as Readonly<Record<string, JsonTemplate>>);
}
