import { exampleRound, messageOf, type Example } from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../lib/app-context.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';

/** Cards rarely have more. */
const MAX_EXAMPLES = 12;

const none: readonly Example[] = [];

interface ExampleNote {
  readonly text: string;
  readonly isError?: boolean;
  readonly hasReplaced?: boolean;
}

/** Lists the examples of the model and fills the form with one of them; unmounting cancels loading. */
export function useExamples() {
  const session = useSession();
  const round = useMemo(() => exampleRound(session), [session]);
  const request = useRef<AbortController>(undefined);
  const [isLoading, setLoading] = useState(false);
  const [note, setNote] = useState<ExampleNote>();
  // Trying an example loads the list again, and reports why it failed.
  const { value: list = none } = useLoaded(round, (each, signal) => each.list(signal));
  useEffect(() => () => request.current?.abort(), []);

  function cancel(): void {
    request.current?.abort();
    setLoading(false);
  }

  return {
    isLoading,
    note,
    list: list.slice(0, MAX_EXAMPLES),
    cancel,
    fill(index: number) {
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
      round.fill(index, controller.signal).then(
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
