import { useMemo, useSyncExternalStore } from 'react';

/**
 * An address of a blob for `<img>` and `<audio>`, as long as the component is there. Never navigate to one (F29).
 * @returns undefined at the first drawing, and without a blob
 */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const held = useMemo(() => heldUrl(blob), [blob]);
  return useSyncExternalStore(held.subscribe, held.getSnapshot);
}

/** The address exists while somebody watches it: a drawing that React throws away leaves none behind. */
function heldUrl(blob: Blob | undefined) {
  let url: string | undefined;
  return {
    getSnapshot: () => url,
    subscribe() {
      url = blob && URL.createObjectURL(blob);
      return () => {
        if (url !== undefined) URL.revokeObjectURL(url);
        url = undefined;
      };
    },
  };
}
