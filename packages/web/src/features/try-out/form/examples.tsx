import { exampleRound, isRunning, messageOf, visible, type Example } from '@tryout/engine';
import { useMemo, useRef, useState } from 'react';
import { useCleared, useSession, useSessionState } from '../../../lib/app-context.ts';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { ExampleButton } from './example-button.tsx';
import styles from './examples.module.css';

/** Cards rarely have more. */
const MAX_EXAMPLES = 12;

const none: readonly Example[] = [];

/** The heading of the form with a strip of the model's examples, which fill it. */
export function ExampleRow({ heading }: { readonly heading: string }) {
  const session = useSession();
  const isBusy = useSessionState(isRunning);
  const round = useMemo(() => exampleRound(session), [session]);
  // Trying an example loads the list again, and reports why it failed.
  const { value: list = none } = useLoaded(round, (each, signal) => each.list(signal));
  const [pressed, setPressed] = useState<{ readonly index: number }>();
  const { value: outcome, error } = useLoaded(
    pressed,
    async ({ index }, signal) => (await round.fill(index, signal)) ?? 'nothing',
  );
  const strip = useRef<HTMLUListElement>(null);
  const isLoading = pressed !== undefined && outcome === undefined && error === undefined;
  const filled = outcome === 'nothing' ? undefined : outcome;
  const isError = error !== undefined || filled?.status === 'failed' || filled?.status === 'unfit';
  // A run uses the inputs as they are.
  if (isBusy && isLoading) setPressed(undefined);
  useCleared(() => setPressed(undefined));

  function undo(): void {
    setPressed(undefined);
    session.restore();
    // The Undo button disappears.
    strip.current?.querySelector('button')?.focus();
  }

  return (
    <div className={styles.head}>
      <h2 id={heading}>Inputs</h2>
      <p role="status" className={classes(styles.status, isError && styles.error)}>
        {isLoading
          ? 'Loading an example'
          : visible(isError && !filled ? messageOf(error) : (filled?.text ?? 'Use your own, or an example.'))}
        {filled?.hasReplaced && (
          <Button variant="quiet" className={styles.undo} disabled={isBusy} onClick={undo}>
            Undo
          </Button>
        )}
      </p>
      <ul ref={strip} aria-label="Examples" className={styles.strip}>
        {/* Until they are listed, and if there is one of the task only, one button for the first. */}
        {(list.length === 0 ? [undefined] : list.slice(0, MAX_EXAMPLES)).map((example, index) => (
          <li key={index}>
            <ExampleButton
              example={example}
              index={index}
              disabled={isBusy || isLoading}
              onClick={() => setPressed({ index })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
