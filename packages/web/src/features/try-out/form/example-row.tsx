import { visible } from '@tryout/engine';
import { Lightbulb } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../lib/ui/button.tsx';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { classes } from '../../../lib/classes.ts';
import type { ExampleFilling } from './use-examples.ts';
import styles from './task-form.module.css';

export interface ExampleRowProps {
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
