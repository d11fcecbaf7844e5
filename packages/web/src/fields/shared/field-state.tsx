import { Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSessionState } from '../../lib/app-context.ts';
import { Button } from '../../lib/ui/button.tsx';
import { fieldIds } from '../field-props.ts';

/**
 * Why the last file or text was not accepted, until the value changes or the form is cleared. Scrolls the note with the
 * reason into view.
 * @param value current value of the field
 * @returns the error, and a function to set it; undefined removes it
 */
export function useRefusal(name: string, value: unknown): readonly [unknown, (error: unknown) => void] {
  const [refusal, setRefusal] = useState<{ readonly error: unknown; readonly value: unknown }>();
  useCleared(() => setRefusal(undefined));
  useEffect(() => {
    if (refusal) document.getElementById(fieldIds(name).note)?.scrollIntoView({ block: 'nearest' });
  }, [name, refusal]);
  return [
    refusal?.value === value ? refusal?.error : undefined,
    (error) => setRefusal(error === undefined ? undefined : { error, value }),
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

/**
 * Reads files for a field. A result is dropped if another read was started, the value has changed, or the field is gone.
 * @param value current value of the field
 */
export function useReading(value: unknown) {
  const [reading, setReading] = useState<object>();
  const current = useRef<object>(undefined);
  useEffect(() => () => void (current.current = undefined), [value]);
  return {
    isReading: reading !== undefined,
    start<Result>(
      read: () => Promise<Result>,
      onDone: (result: Result) => void,
      onError: (error: unknown) => void,
    ) {
      const own = {};
      current.current = own;
      setReading(own);
      read()
        .then(
          (result) => current.current === own && onDone(result),
          (error: unknown) => current.current === own && onError(error),
        )
        .finally(() => setReading((now) => (now === own ? undefined : now)));
    },
  };
}

interface RestoreButtonProps {
  /** ID of the input to focus, as the button disappears when it is pressed. */
  readonly input: string;
  readonly disabled: boolean;
  readonly onRestore: (() => void) | undefined;
}

/** Restores what was removed last. */
export function RestoreButton({ input, disabled, onRestore }: RestoreButtonProps) {
  if (!onRestore) return null;
  const restore = () => {
    onRestore();
    document.getElementById(input)?.focus();
  };
  return (
    <Button icon={Undo2} disabled={disabled} onClick={restore}>
      Undo remove
    </Button>
  );
}
