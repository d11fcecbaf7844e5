/** Caches that are emptied by {@link forgetModels}. */
export const modelCaches = new Set<{ clear(): void }>();

/** Called when the user signs in or out. Not in the look-up, which web pages load later. */
export function forgetModels(): void {
  for (const cache of modelCaches) cache.clear();
}
