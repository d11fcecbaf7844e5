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
