import { loaded } from '@tryout/engine';
import { useCallback, useMemo, useState } from 'react';
import type * as program from './names.ts';

type Names = typeof program;

let loading: Promise<Names> | undefined;

function loadNames(): Promise<Names> {
  loading ??= loaded(() => import('./names.ts')).catch((error: unknown) => {
    // A second try may find the network again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Finds names by letters of them. */
export interface NameFinder {
  /** Gets ready, for when something is about to be typed. */
  prepare(): void;
  /** Indexes of the names found, the best first; undefined for all. */
  find(typed: string): readonly number[] | undefined;
  /** Where the letters stand in a name: beginnings and ends in turn. */
  placesIn(name: string, typed: string): readonly number[];
}

/**
 * A search over names, whose program is loaded when it is first needed. Until then names are found that hold what is
 * typed as it is typed.
 * @param names the same array as long as they are the same
 * @param words what else finds each of them
 */
export function useNameSearch(names: readonly string[], words?: readonly string[]): NameFinder {
  const [loadedNames, setLoadedNames] = useState<Names>();
  const prepare = useCallback(() => {
    loadNames().then(setLoadedNames, () => undefined);
  }, []);
  return useMemo(() => {
    const search = loadedNames?.nameSearch(names, words);
    return {
      prepare,
      find: (typed) => (search ? search.find(typed) : literally(names, typed)),
      placesIn: (name, typed) => (typed === '' ? [] : (loadedNames?.matchesIn([name], typed)[0] ?? [])),
    };
  }, [names, words, loadedNames, prepare]);
}

function literally(names: readonly string[], typed: string): readonly number[] | undefined {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return undefined;
  return names.flatMap((name, index) => (name.toLowerCase().includes(wanted) ? [index] : []));
}
