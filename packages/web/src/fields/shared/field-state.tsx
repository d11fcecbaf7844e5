import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCleared } from '../../lib/app-context.ts';
import { Button } from '../../lib/ui/button.tsx';
import { fieldIds } from '../field-props.ts';

/**
 * Why the last file or text was rejected, until the value changes or the form is cleared. Scrolls the note with the
 * reason into view.
 * @param value current value of the field
 * @returns the error, and a function that sets it, or removes it with undefined
 */
export function useRejection(name: string, value: unknown): readonly [unknown, (error: unknown) => void] {
  const [rejection, setRejection] = useState<{ readonly error: unknown; readonly value: unknown }>();
  useCleared(() => setRejection(undefined));
  useEffect(() => {
    if (rejection) document.getElementById(fieldIds(name).note)?.scrollIntoView({ block: 'nearest' });
  }, [name, rejection]);
  return [
    rejection?.value === value ? rejection?.error : undefined,
    (error) => setRejection(error === undefined ? undefined : { error, value }),
  ];
}

/**
 * Reads files for a field. Drops the result if another read has started, the value has changed, or the field unmounted.
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

interface UndoOptions<Value> {
  /** Name of the field, whose input gets the focus, as the button disappears when it is pressed. */
  readonly name: string;
  /** The current value or draft of the field. */
  readonly current: unknown;
  readonly disabled: boolean;
  onUndo(before: Value): void;
}

/** Undoes the removal of a part of a field, until the field changes again or the form is cleared. */
export function useUndoRemove<Value>({ name, current, disabled, onUndo }: UndoOptions<Value>) {
  const [removed, setRemoved] = useState<{ readonly before: Value; readonly after: unknown }>();
  useCleared(() => setRemoved(undefined));
  const undo = () => {
    onUndo(removed!.before);
    document.getElementById(fieldIds(name).input)?.focus();
  };
  return {
    /** @param after the value or draft of the field without the removed part */
    remember: (before: Value, after: unknown) => setRemoved({ before, after }),
    button: removed && removed.after === current && (
      <Button icon={Undo2} disabled={disabled} onClick={undo}>
        Undo remove
      </Button>
    ),
  };
}
