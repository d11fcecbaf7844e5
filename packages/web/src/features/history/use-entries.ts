import type { HistoryEntry } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';

interface Entries {
  /** The newest first; undefined while loading. */
  readonly entries?: readonly HistoryEntry[];
  readonly error?: unknown;
}

/** The runs of this browser, updated when this or another tab changes them. */
export function useEntries(): Entries {
  const { history } = useApp();
  const [state, setState] = useState<Entries>({});
  useEffect(() => {
    let isShown = true;
    let unsubscribe: (() => void) | undefined;
    const load = async () => {
      const runs = await history();
      if (isShown) unsubscribe ??= runs.subscribe(() => void reload());
      const entries = await runs.list();
      if (isShown) setState({ entries });
    };
    const reload = () => load().catch((error: unknown) => isShown && setState({ error }));
    void reload();
    return () => {
      isShown = false;
      unsubscribe?.();
    };
  }, [history]);
  return state;
}
