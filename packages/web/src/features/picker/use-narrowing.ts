import { ANY_PROVIDER, type ModelsState } from '@tryout/engine';
import { useEffect, useRef, type RefObject } from 'react';
import { useSession } from '../../lib/session-context.ts';
import type { ComboboxHandle } from '../../lib/ui/combobox/combobox.tsx';

/** What the list is narrowed to on the hub. */
export interface Narrowing {
  readonly search?: string;
  /** Only models that somebody serves now. */
  readonly served?: boolean;
}

/**
 * Lists the task's models anew.
 * @returns a function whose `open` opens the list as soon as it is there
 */
export function useNarrowing(
  field: RefObject<ComboboxHandle | null>,
  { status }: ModelsState,
): (to: Narrowing, open?: boolean) => void {
  const session = useSession();
  const waiting = useRef<object>(undefined);
  useEffect(() => {
    if (status !== 'loaded' || waiting.current === undefined) return;
    const isSameTask = waiting.current === session.getSnapshot().task;
    waiting.current = undefined;
    if (isSameTask) field.current?.open();
  }, [field, session, status]);
  return ({ search, served }, open = false) => {
    waiting.current = open ? session.getSnapshot().task : undefined;
    session.listModels({
      ...(search === undefined ? {} : { search }),
      ...(served ? { provider: ANY_PROVIDER } : {}),
    });
  };
}
