import { useEffect, useEffectEvent, useState } from 'react';
import { useListener } from './dom-hooks.ts';

interface Loaded<Value> {
  /** Undefined until the work for the current key is done. */
  readonly value: Value | undefined;
  readonly error: unknown;
  /** As the value, but while the work for a new key is being done, the value for the key before. */
  readonly last: Value | undefined;
  /** Does the work again. */
  retry(): void;
}

/**
 * The value or error of asynchronous work. Work for an earlier key, or of an unmounted component, is aborted and its
 * outcome dropped. Work that failed is done again when the network is back, so it must only read.
 * @param key identifies the work, which is done once for each key; none is done while it is undefined
 */
export function useLoaded<Key, Value>(
  key: Key | undefined,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [done, setDone] = useState<{ readonly key: Key; readonly value?: Value; readonly error?: unknown }>();
  const [attempt, setAttempt] = useState(0);
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
  }, [key, attempt]);
  const current = done && done.key === key ? done : undefined;
  function retry(): void {
    setDone(undefined);
    setAttempt(attempt + 1);
  }
  useListener(window, 'online', () => current?.error !== undefined && retry());
  return { value: current?.value, error: current?.error, last: done?.value, retry };
}
