import type { Field, FieldDraft, FieldKind, FieldValues } from '@tryout/engine';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';

export interface FieldProps<Kind extends FieldKind = FieldKind> {
  /** Unique on the page. */
  readonly name: string;
  readonly field: Extract<Field, { readonly kind: Kind }>;
  readonly value: FieldValues[Kind] | undefined;
  /** What is typed, if it differs from the value. */
  readonly draft?: FieldDraft | undefined;
  /** True during a run. */
  readonly disabled: boolean;
  /** @param value undefined if the input is empty */
  onChange(value: FieldValues[Kind] | undefined, draft?: FieldDraft): void;
}

/** IDs of an input, its error and its status. */
export function getFieldIds(name: string) {
  const input = `field-${name}`;
  return { input, note: `${input}-note`, status: `${input}-status` };
}

/**
 * Reads files for a field. Drops the result if another read has started, the value has changed, or the field unmounted.
 * Also holds why the last file or text was rejected, until the value changes.
 * @param value current value or draft of the field
 */
export function useReading(name: string, value: unknown) {
  const [activeRead, setActiveRead] = useState<object>();
  const latestRead = useRef<object>(undefined);
  const [rejection, setRejection] = useState<{ readonly error: unknown; readonly value: unknown }>();
  if (rejection && rejection.value !== value) setRejection(undefined);
  useEffect(() => () => void (latestRead.current = undefined), [value]);
  useEffect(() => {
    if (rejection) document.getElementById(getFieldIds(name).note)?.scrollIntoView({ block: 'nearest' });
  }, [name, rejection]);

  const setError = (error: unknown) => setRejection({ error, value });
  function read<Result>(load: () => Promise<Result>, onDone: (result: Result) => void): void {
    const newRead = {};
    latestRead.current = newRead;
    setActiveRead(newRead);
    load()
      .then(
        (result) => latestRead.current === newRead && onDone(result),
        (error: unknown) => latestRead.current === newRead && setError(error),
      )
      .finally(() => setActiveRead((now) => (now === newRead ? undefined : now)));
  }
  return { read, isReading: activeRead !== undefined, error: rejection?.error, setError };
}

interface UndoOptions<Value> {
  /** Name of the field, whose input gets the focus, as the button disappears when it is pressed. */
  readonly name: string;
  /** The current value or draft of the field. */
  readonly current: unknown;
  readonly disabled: boolean;
  onUndo(before: Value): void;
}

/** Undoes the removal of a part of a field, until the field changes again. */
export function useUndoRemove<Value>({ name, current, disabled, onUndo }: UndoOptions<Value>) {
  const [removal, setRemoval] = useState<{ readonly before: Value; readonly after: unknown }>();
  const undo = () => {
    onUndo(removal!.before);
    document.getElementById(getFieldIds(name).input)?.focus();
  };
  return {
    /** @param after the value or draft of the field without the removed part */
    remember: (before: Value, after: unknown) => setRemoval({ before, after }),
    button: removal && removal.after === current && (
      <Button icon={Undo2} disabled={disabled} onClick={undo}>
        Undo remove
      </Button>
    ),
  };
}
