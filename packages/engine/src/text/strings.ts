/** The result of some work, or undefined if it throws. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Also true for lists. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Deeper values count as content. */
const MAX_CONTENT_DEPTH = 100;

/** Whether a parsed JSON value says anything: it is not null, false, 0, empty, or made of such values. */
export function hasValue(value: unknown, depth = 0): boolean {
  if (!isRecord(value) || depth > MAX_CONTENT_DEPTH) return Boolean(value);
  return Object.values(value).some((part) => hasValue(part, depth + 1));
}

/** Escapes text for HTML and SVG, including quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Applies a function to every string in a parsed JSON value, in place, keys included. Drops keys named `__proto__`,
 * which could change a prototype when copied. Not recursive, since servers control the depth.
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
