import { ANY_PROVIDER, type ModelsState } from '@tryout/engine';
import { useEffect, useRef, type RefObject } from 'react';
import { useSession } from '../../lib/app-context.ts';
import type { ComboboxHandle } from '../../lib/ui/combobox/combobox.tsx';

interface Filter {
  readonly search?: string | undefined;
  /** Only models that a provider runs right now. */
  readonly available?: boolean;
}

/** @param open opens the field when the list is loaded */
export type ListModels = (filter: Filter, open?: boolean) => void;

/** Lists the task's models with a filter on the Hub. */
export function useListModels(field: RefObject<ComboboxHandle | null>, { status }: ModelsState): ListModels {
  const session = useSession();
  const isWaiting = useRef(false);
  useEffect(() => {
    if (status !== 'loaded' || !isWaiting.current) return;
    isWaiting.current = false;
    field.current?.open();
  }, [field, status]);
  return ({ search, available }, open = false) => {
    isWaiting.current = open;
    session.listModels({ search, provider: available ? ANY_PROVIDER : undefined });
  };
}
