/** What a {@link BoundedMap} keeps at most. */
export interface Bounds {
  entries: number;
  /** All sizes together. */
  bytes: number;
  /** Milliseconds since an entry was added. */
  age: number;
}

/** Bounds of what the sandbox remembers for fal-ai: a hundred entries, 64 MB, one hour. */
export const usualBounds: Bounds = { entries: 100, bytes: 64_000_000, age: 3_600_000 };

/** Entries by name, of which the oldest go when there are too many; the newest always stays. */
export interface BoundedMap<Value> {
  add(name: string, value: Value, size: number): void;
  find(name: string): Value | undefined;
  /** Says that an entry, if it is still there, has come to weigh `size` bytes. */
  weigh(name: string, size: number): void;
}

/** `now` gives milliseconds. */
export function createBoundedMap<Value>(
  bounds: Bounds = usualBounds,
  now: () => number = Date.now,
): BoundedMap<Value> {
  const entries = new Map<string, { value: Value; size: number; since: number }>();

  function dropOldest(): void {
    const { age } = bounds;
    let bytes = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [name, { size, since }] of entries) {
      const isTooMuch = entries.size > 1 && (entries.size > bounds.entries || bytes > bounds.bytes);
      if (!isTooMuch && now() - since <= age) return;
      entries.delete(name);
      bytes -= size;
    }
  }

  return {
    add(name, value, size) {
      entries.set(name, { value, size, since: now() });
      dropOldest();
    },
    find(name) {
      dropOldest();
      return entries.get(name)?.value;
    },
    weigh(name, size) {
      const entry = entries.get(name);
      if (entry) entry.size = size;
      dropOldest();
    },
  };
}
