import { exampleRound, type KeptValues, messageOf, visible } from '@tryout/engine';
import { Lightbulb } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../lib/app-context.ts';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import styles from './task-form.module.css';

interface ExampleRowProps {
  /** Id of the heading. */
  readonly heading: string;
  readonly examples: ExampleFilling;
  readonly disabled: boolean;
}

/** The heading of the form, and beside it what fills it with an example. */
export function ExampleRow({ heading, examples, disabled }: ExampleRowProps) {
  const { told, isFetching } = examples;
  const isDisabled = disabled || isFetching;
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  useFocusBack(button, isDisabled);

  function restore(): void {
    examples.restore();
    // The one that was pressed is gone now.
    button?.focus();
  }

  return (
    <div className={styles.head}>
      <h2 id={heading}>Inputs</h2>
      <Button ref={setButton} onClick={examples.next} disabled={isDisabled}>
        <Lightbulb aria-hidden="true" size={16} />
        Try an example
      </Button>
      <p role="status" className={classes(styles.told, styles.line, told?.isWrong && styles.wrong)}>
        {isFetching && 'Fetching an example'}
        {!isFetching && !told && 'Give your own, or begin with an example.'}
        {told && visible(told.text)}
        {told?.hasReplaced && (
          <Button look="quiet" className={styles.back} disabled={disabled} onClick={restore}>
            Bring back what was there
          </Button>
        )}
      </p>
    </div>
  );
}

/** What is said about the last example that was asked for. */
interface ExampleWords {
  readonly text: string;
  readonly isWrong?: boolean;
  /** Whether what stood in the form before can be brought back. */
  readonly hasReplaced?: boolean;
}

/** Fills the form with one example after the other. */
interface ExampleFilling {
  readonly isFetching: boolean;
  readonly told?: ExampleWords;
  next(): void;
  restore(): void;
  /** Ends what is under way, and what was said of it. */
  forget(): void;
  /** Ends what is under way. */
  end(): void;
}

/**
 * Examples for the form; what is being fetched ends when the form is left.
 * @param kept where what stood in the form before is kept
 */
export function useExamples(kept: KeptValues): ExampleFilling {
  const session = useSession();
  const round = useMemo(() => exampleRound(session, kept, session), [session, kept]);
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
      setTold(kept.restore() ? { text: 'Brought back.' } : undefined);
    },
    forget() {
      end();
      setTold(undefined);
    },
  };
}
