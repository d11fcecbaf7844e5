import { useEffect, useEffectEvent, useState } from 'react';

interface Loaded<Value> {
  /** Undefined until the work for the current key is done. */
  readonly value: Value | undefined;
  readonly error: unknown;
  /** As the value, but while the work for a new key is being done, the value for the key before. */
  readonly last: Value | undefined;
}

/**
 * The value or error of asynchronous work. Work for an earlier key, or of an unmounted component, is aborted and its
 * outcome dropped.
 * @param key identifies the work, which is done once for each key; none is done while it is undefined
 */
export function useLoaded<Key, Value>(
  key: Key | undefined,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [done, setDone] = useState<{ readonly key: Key; readonly value?: Value; readonly error?: unknown }>();
  const start = useEffectEvent(load);
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    start(key, signal).then(
      (value) => signal.aborted || setDone({ key, value }),
      (error: unknown) => signal.aborted || setDone({ key, error }),
    );
    return () => controller.abort();
  }, [key]);
  const current = done && done.key === key ? done : undefined;
  return { value: current?.value, error: current?.error, last: done?.value };
}
