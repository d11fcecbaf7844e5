import { useEffect, useEffectEvent, useState } from 'react';

interface Loaded<Value> {
  readonly value?: Value;
  readonly error?: unknown;
}

const nothing: Loaded<never> = {};

/**
 * The value or error of asynchronous work; empty until it is done. Work for an earlier key, or of an unmounted component,
 * is aborted and its outcome dropped.
 * @param key identifies the work, which is done once for each key; none is done while it is undefined
 */
export function useLoaded<Key, Value>(
  key: Key | undefined,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [done, setDone] = useState<{ readonly key: Key; readonly outcome: Loaded<Value> }>();
  const start = useEffectEvent(load);
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    start(key, signal).then(
      (value) => signal.aborted || setDone({ key, outcome: { value } }),
      (error: unknown) => signal.aborted || setDone({ key, outcome: { error } }),
    );
    return () => controller.abort();
  }, [key]);
  return done && done.key === key ? done.outcome : nothing;
}
