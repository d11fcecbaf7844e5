import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../lib/session-context.ts';
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

/** Calls back when the form was emptied: nothing else replaces inputs and parameters of a task at once. */
export function useCleared(onCleared: () => void): void {
  const session = useSession();
  const told = useEffectEvent(onCleared);
  useEffect(() => {
    let before = session.getSnapshot();
    return session.subscribe(() => {
      const now = session.getSnapshot();
      const isCleared =
        now.task === before.task && now.values !== before.values && now.parameters !== before.parameters;
      before = now;
      if (isCleared) told();
    });
  }, [session]);
}
