import { visible } from '@tryout/engine';
import { useRef } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { ExampleButton } from './example-button.tsx';
import type { useExamples } from './use-examples.ts';
import styles from './examples.module.css';

interface ExampleRowProps {
  readonly heading: string;
  readonly examples: ReturnType<typeof useExamples>;
  readonly disabled: boolean;
}

/** The heading of the form with a strip of examples that fill it. */
export function ExampleRow({ heading, examples, disabled }: ExampleRowProps) {
  const { note, isLoading, list } = examples;
  const pressed = useRef<HTMLButtonElement>(null);

  function undo(): void {
    examples.undo();
    // The Undo button disappears.
    pressed.current?.focus();
  }

  return (
    <div className={styles.head}>
      <h2 id={heading}>Inputs</h2>
      <p role="status" className={classes(styles.status, note?.isError && styles.error)}>
        {isLoading && 'Loading an example'}
        {!isLoading && !note && 'Use your own, or an example.'}
        {note && visible(note.text)}
        {note?.hasReplaced && (
          <Button variant="quiet" className={styles.undo} disabled={disabled} onClick={undo}>
            Undo
          </Button>
        )}
      </p>
      <ul aria-label="Examples" className={styles.strip}>
        {/* Until they are listed, and if there is one of the task only, one button for the first. */}
        {(list.length === 0 ? [undefined] : list).map((example, index) => (
          <li key={index}>
            <ExampleButton
              example={example}
              index={index}
              disabled={disabled || isLoading}
              onPress={(button) => {
                pressed.current = button;
                examples.fill(index);
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
