const caches: (() => void)[] = [];

/** Has a cache of what was learned about models emptied by {@link forgetModels}. */
export function onForgetting(empty: () => void): void {
  caches.push(empty);
}

/**
 * Forgets what was looked up, for example after signing out. Stands apart from the look-up, which a page that has not
 * asked for any model yet need not load.
 */
export function forgetModels(): void {
  for (const empty of caches) empty();
}
