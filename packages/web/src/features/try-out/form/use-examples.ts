import { exampleRound, messageOf, type Example } from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../lib/app-context.ts';

/** Cards rarely have more. */
const MAX_EXAMPLES = 12;

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
  const [list, setList] = useState<readonly Example[]>([]);
  useEffect(() => {
    const listing = new AbortController();
    const { signal } = listing;
    round.list(signal).then(
      (examples) => signal.aborted || setList(examples.slice(0, MAX_EXAMPLES)),
      // Trying an example loads the list again, and reports why it failed.
      () => undefined,
    );
    return () => {
      listing.abort();
      request.current?.abort();
    };
  }, [round]);

  function cancel(): void {
    request.current?.abort();
    setLoading(false);
  }

  return {
    isLoading,
    note,
    list,
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
