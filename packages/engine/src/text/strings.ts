import { distance } from 'fastest-levenshtein';

/** The most similar name, ignoring case; undefined if none is similar. */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, edits: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return best && best.edits <= best.name.length / 3 ? best.name : undefined;
}

/**
 * Applies a function to every string in a parsed JSON value, keys included, and drops keys named `__proto__`, so that
 * no later copy of the value can change an object's prototype. Works in place and without recursion, because servers
 * may nest as deep as they like.
 */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  const root = { value };
  const waiting: object[] = [root];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const fields = part as Record<string | number, unknown>;
    for (const key of Array.isArray(part) ? part.keys() : Object.keys(part)) {
      const entry = fields[key];
      if (typeof entry === 'object' && entry !== null) waiting.push(entry);
      const changed = typeof entry === 'string' ? change(entry) : entry;
      const name = typeof key === 'string' ? change(key) : key;
      if (name !== key || key === '__proto__') delete fields[key];
      if (key !== '__proto__' && (name !== key || changed !== entry)) fields[name] = changed;
    }
  }
  return root.value;
}

const BYTES = 16;

/** 32 random hexadecimal digits. `crypto.randomUUID` is missing on plain http pages. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
