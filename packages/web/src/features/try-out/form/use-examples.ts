import { exampleRound, messageOf } from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../lib/session-context.ts';

/** What is said about the last example that was asked for. */
export interface ExampleWords {
  readonly text: string;
  readonly isWrong?: boolean;
  /** Whether what stood in the form before can be brought back. */
  readonly hasReplaced?: boolean;
}

/** Fills the form with one example after the other. */
export interface ExampleFilling {
  readonly isFetching: boolean;
  readonly told?: ExampleWords;
  next(): void;
  restore(): void;
  /** Ends what is under way, and what was said of it. */
  forget(): void;
  /** Ends what is under way. */
  end(): void;
}

/** Examples for the form. Fetching one is canceled when the form is left. */
export function useExamples(): ExampleFilling {
  const session = useSession();
  const round = useMemo(() => exampleRound(session), [session]);
  const work = useRef<AbortController>(undefined);
  const [isFetching, setFetching] = useState(false);
  const [told, setTold] = useState<ExampleWords>();
  useEffect(() => () => work.current?.abort(), []);

  function end(): void {
    work.current?.abort();
    setFetching(false);
  }

  return {
    isFetching,
    ...(told === undefined ? {} : { told }),
    end,
    next() {
      work.current?.abort();
      setTold(undefined);
      const controller = new AbortController();
      work.current = controller;
      setFetching(true);
      const tell = (words: ExampleWords | undefined) => {
        if (controller.signal.aborted) return;
        setFetching(false);
        setTold(words);
      };
      round.next(controller.signal).then(
        (words) =>
          tell(words && { ...words, isWrong: words.status === 'failed' || words.status === 'unfit' }),
        (error: unknown) => tell({ text: messageOf(error), isWrong: true }),
      );
    },
    restore() {
      end();
      setTold(session.restore() ? { text: 'Brought back.' } : undefined);
    },
    forget() {
      end();
      setTold(undefined);
    },
  };
}
