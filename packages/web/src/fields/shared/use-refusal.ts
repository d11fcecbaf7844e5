import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSessionState } from '../../lib/session-context.ts';
import { refusalOf, type Refusal } from './refusal.ts';

/**
 * Why the last thing that was brought to an input was not taken. It is told until the input's value changes or the form
 * is cleared.
 * @param value of the field now
 * @returns the refusal, and what tells an error beside a value; undefined takes it back
 */
export function useRefusal(value: unknown): readonly [Refusal | undefined, (error: unknown) => void] {
  const [told, setTold] = useState<{ readonly refusal: Refusal; readonly beside: unknown }>();
  useCleared(() => setTold(undefined));
  return [
    told !== undefined && told.beside === value ? told.refusal : undefined,
    (error) => setTold(error === undefined ? undefined : { refusal: refusalOf(error), beside: value }),
  ];
}

/** Calls back when the form was cleared. */
export function useCleared(onCleared: () => void): void {
  const clearCount = useSessionState((state) => state.clearCount);
  const lastCount = useRef(clearCount);
  const notify = useEffectEvent(onCleared);
  useEffect(() => {
    if (lastCount.current === clearCount) return;
    lastCount.current = clearCount;
    notify();
  }, [clearCount]);
}
