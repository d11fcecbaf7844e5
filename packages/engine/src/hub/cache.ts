/** Specification, section 9. */
const MAX_AGE = 10 * 60 * 1000;
const MAX_COUNT = 1000;

const caches = new Set<{ clear(): void }>();

/** Empties all caches. Called when the user signs in or out. */
export function forgetModels(): void {
  for (const cache of caches) cache.clear();
}

/** A cache of responses from the Hub: for ten minutes, at most a thousand; the oldest are dropped first. */
export function createCache<Value>() {
  const entries = new Map<string, { readonly value: Value; readonly since: number }>();
  caches.add(entries);
  return {
    async get(key: string, load: () => Promise<Value>): Promise<Value> {
      const entry = entries.get(key);
      if (entry && performance.now() - entry.since < MAX_AGE) return entry.value;
      const value = await load();
      // Moves it to the end.
      entries.delete(key);
      entries.set(key, { value, since: performance.now() });
      const [oldest] = entries.keys();
      if (entries.size > MAX_COUNT && oldest !== undefined) entries.delete(oldest);
      return value;
    },
  };
}
