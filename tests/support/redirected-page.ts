import type { WebStorage } from '@tryout/engine';

/** An in-memory `localStorage`. */
export function memoryStorage(): WebStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** A page opened at a URL; records the URLs that replace it. */
export function pageAt(href: string) {
  const replaced: string[] = [];
  return { href, replaced, replace: (next: string) => void replaced.push(next) };
}
