import { useSyncExternalStore } from 'react';

const query = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the page is dark now, for what is drawn in its colors rather than styled. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
