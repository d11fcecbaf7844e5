import { attempt } from '@tryout/engine';

/** Session storage key of a link that waits until the user has signed in. */
const KEY = 'run-link';

/** Whether the query of a route has a run. */
export function hasRun(search: string): boolean {
  return new URLSearchParams(search).has('run');
}

/** Keeps a link with a run while the user signs in, including through the hub. Without storage, the form stays empty. */
export function storeRunLink(link: string): void {
  attempt(() => sessionStorage.setItem(KEY, link));
}

/** The link that was kept for a path. It is returned once. */
export function consumeRunLink(path: string): string | undefined {
  const link = attempt(() => sessionStorage.getItem(KEY));
  if (!link?.startsWith(`${path}?`)) return undefined;
  sessionStorage.removeItem(KEY);
  return link;
}
