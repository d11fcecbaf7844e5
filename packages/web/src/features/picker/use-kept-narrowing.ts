import { ANY_PROVIDER, type Session } from '@tryout/engine';
import { useLayoutEffect } from 'react';
import { useSession, useSessionState } from '../../lib/session-context.ts';

/** Where the tab keeps that only models are listed that are served. */
const KEY = 'servedOnly';

/**
 * Keeps whether only models are listed that are served for as long as the tab is there, over loading it anew as well.
 */
export function useKeptNarrowing(): void {
  const session = useSession();
  const models = useSessionState((state) => state.models);
  // Before a task is chosen, which lists its models.
  useLayoutEffect(() => bringBack(session), [session]);
  useLayoutEffect(() => {
    if (models.status !== 'idle') keep(models.provider !== undefined);
  }, [models]);
}

function bringBack(session: Session): void {
  try {
    if (sessionStorage.getItem(KEY) === null) return;
    if (session.getSnapshot().models.provider === undefined) session.listModels({ provider: ANY_PROVIDER });
  } catch {
    // A browser that keeps nothing has kept nothing (F31).
  }
}

function keep(isServedOnly: boolean): void {
  try {
    if (isServedOnly) sessionStorage.setItem(KEY, '');
    else sessionStorage.removeItem(KEY);
  } catch {
    // It holds until the page is left.
  }
}
