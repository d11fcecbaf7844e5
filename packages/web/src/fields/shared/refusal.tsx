import { InputError, isFailure } from '@tryout/engine';
import { Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../lib/app-context.ts';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';

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

/** Why something was not taken, as plain data. */
export interface Refusal {
  readonly message: string;
  readonly hint?: string;
}

/** An error of reading what a person gave, in words. */
export function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  const hint = isFailure(error) ? error.hint : undefined;
  return hint === undefined ? { message } : { message, hint };
}

/** The same as an error, for what shows errors. */
function errorOf({ message, hint }: Refusal): InputError {
  return new InputError(message, hint === undefined ? {} : { hint });
}

/** Why an input did not take something; nothing where it did. */
export function RefusalNote({ id, refusal }: { readonly id: string; readonly refusal: Refusal | undefined }) {
  if (!refusal) return null;
  return <FailureNote id={id} error={errorOf(refusal)} />;
}

interface BringBackButtonProps {
  /** Id of the input that takes the focus: the button goes when it is pressed. */
  readonly input: string;
  readonly disabled: boolean;
  /** Undefined where there is nothing to bring back: nothing is drawn. */
  readonly onRestore: (() => void) | undefined;
}

/** Brings back what was removed last. */
export function BringBackButton({ input, disabled, onRestore }: BringBackButtonProps) {
  if (!onRestore) return null;
  const restore = () => {
    onRestore();
    document.getElementById(input)?.focus();
  };
  return (
    <Button disabled={disabled} onClick={restore}>
      <Undo2 aria-hidden="true" size={16} />
      Bring back
    </Button>
  );
}
