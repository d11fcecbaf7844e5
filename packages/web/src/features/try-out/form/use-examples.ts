import { exampleRound, messageOf, type Example } from '@tryout/engine';
import { useMemo, useState } from 'react';
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
  // Trying an example loads the list again, and reports why it failed.
  const { value: list = none } = useLoaded(round, (each, signal) => each.list(signal));
  const [pressed, setPressed] = useState<{ readonly index: number }>();
  const [isRestored, setRestored] = useState(false);
  const { value: outcome, error } = useLoaded(
    pressed,
    async ({ index }, signal) => (await round.fill(index, signal)) ?? 'nothing',
  );
  const isLoading = pressed !== undefined && outcome === undefined && error === undefined;

  function noteOf(): ExampleNote | undefined {
    if (isRestored) return { text: 'Restored.' };
    if (error !== undefined) return { text: messageOf(error), isError: true };
    if (outcome === undefined || outcome === 'nothing') return undefined;
    return { ...outcome, isError: outcome.status === 'failed' || outcome.status === 'unfit' };
  }

  return {
    isLoading,
    note: noteOf(),
    list: list.slice(0, MAX_EXAMPLES),
    cancel: () => isLoading && setPressed(undefined),
    fill(index: number) {
      setRestored(false);
      setPressed({ index });
    },
    undo() {
      setPressed(undefined);
      setRestored(session.restore());
    },
    reset() {
      setPressed(undefined);
      setRestored(false);
    },
  };
}
