/** Caches that are emptied by {@link forgetModels}. */
export const modelCaches = new Set<{ clear(): void }>();

/** Called when the user signs in or out. A separate file, since web pages load the lookup later. */
export function forgetModels(): void {
  for (const cache of modelCaches) cache.clear();
}
