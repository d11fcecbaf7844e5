import { exampleRound, messageOf, visible } from '@tryout/engine';
import { Lightbulb } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../lib/app-context.ts';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../lib/ui/button.tsx';
import styles from './task-form.module.css';

interface ExampleRowProps {
  readonly heading: string;
  readonly examples: ReturnType<typeof useExamples>;
  readonly disabled: boolean;
}

/** The heading of the form with a button that fills in an example. */
export function ExampleRow({ heading, examples, disabled }: ExampleRowProps) {
  const { note, isLoading } = examples;
  const button = useRef<HTMLButtonElement>(null);

  function undo(): void {
    examples.undo();
    // The Undo button disappears.
    button.current?.focus();
  }

  return (
    <div className={styles.head}>
      <h2 id={heading}>Inputs</h2>
      <Button icon={Lightbulb} ref={button} onClick={examples.next} disabled={disabled || isLoading}>
        Try an example
      </Button>
      <p role="status" className={classes(styles.status, styles.line, note?.isError && styles.error)}>
        {isLoading && 'Loading an example'}
        {!isLoading && !note && 'Enter your own, or try an example.'}
        {note && visible(note.text)}
        {note?.hasReplaced && (
          <Button variant="quiet" className={styles.undo} disabled={disabled} onClick={undo}>
            Undo
          </Button>
        )}
      </p>
    </div>
  );
}

interface ExampleNote {
  readonly text: string;
  readonly isError?: boolean;
  readonly hasReplaced?: boolean;
}

/** Fills the form with one example after another; unmounting cancels loading. */
export function useExamples() {
  const session = useSession();
  const round = useMemo(() => exampleRound(session), [session]);
  const request = useRef<AbortController>(undefined);
  const [isLoading, setLoading] = useState(false);
  const [note, setNote] = useState<ExampleNote>();
  useEffect(() => () => request.current?.abort(), []);

  function cancel(): void {
    request.current?.abort();
    setLoading(false);
  }

  return {
    isLoading,
    note,
    cancel,
    next() {
      request.current?.abort();
      setNote(undefined);
      const controller = new AbortController();
      request.current = controller;
      setLoading(true);
      const finish = (next: ExampleNote | undefined) => {
        if (controller.signal.aborted) return;
        setLoading(false);
        setNote(next);
      };
      round.next(controller.signal).then(
        (outcome) =>
          finish(
            outcome && { ...outcome, isError: outcome.status === 'failed' || outcome.status === 'unfit' },
          ),
        (error: unknown) => finish({ text: messageOf(error), isError: true }),
      );
    },
    undo() {
      cancel();
      setNote(session.restore() ? { text: 'Restored.' } : undefined);
    },
    reset() {
      cancel();
      setNote(undefined);
    },
  };
}
