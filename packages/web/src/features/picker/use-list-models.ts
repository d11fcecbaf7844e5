import { ANY_PROVIDER, attempt, type ModelsState } from '@tryout/engine';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useSession } from '../../lib/app-context.ts';
import type { ComboboxHandle } from '../../lib/ui/combobox/combobox.tsx';

interface Filter {
  readonly search?: string | undefined;
  /** Only models that a provider runs right now. */
  readonly available?: boolean;
}

/** @param open opens the field when the list is loaded */
export type ListModels = (filter: Filter, open?: boolean) => void;

/** Session storage key: set while only available models are listed. */
const AVAILABLE_KEY = 'availableOnly';

/** Lists the task's models with a filter on the Hub. The tab remembers the availability filter, if storage is enabled (F31). */
export function useListModels(field: RefObject<ComboboxHandle | null>, models: ModelsState): ListModels {
  const session = useSession();
  const waiting = useRef<object>(undefined);
  const { status, provider } = models;
  // Must run before a task is chosen, because that lists its models.
  useLayoutEffect(() => {
    const stored = attempt(() => sessionStorage.getItem(AVAILABLE_KEY)) ?? null;
    if (stored !== null && session.getSnapshot().models.provider === undefined)
      session.listModels({ provider: ANY_PROVIDER });
  }, [session]);
  useLayoutEffect(() => {
    if (status === 'idle') return;
    if (provider === undefined) attempt(() => sessionStorage.removeItem(AVAILABLE_KEY));
    else attempt(() => sessionStorage.setItem(AVAILABLE_KEY, ''));
  }, [status, provider]);
  useEffect(() => {
    if (status !== 'loaded' || waiting.current === undefined) return;
    const isSameTask = waiting.current === session.getSnapshot().task;
    waiting.current = undefined;
    if (isSameTask) field.current?.open();
  }, [field, session, status]);
  return ({ search, available }, open = false) => {
    waiting.current = open ? session.getSnapshot().task : undefined;
    session.listModels({ search, provider: available ? ANY_PROVIDER : undefined });
  };
}
