import { canRun, isRunning, missingLabels, visibleLine, type KeptValues, type Task } from '@tryout/engine';
import { Play } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import styles from './task-form.module.css';

interface FormButtonsProps {
  readonly task: Task;
  readonly kept: KeptValues;
  onClear(): void;
}

/** Runs or clears the form, and lists missing inputs. */
export function FormButtons({ task, kept, onClear }: FormButtonsProps) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const choices = useSessionState((state) => state.choices);
  const isReady = useSessionState(canRun);
  const isBusy = useSessionState(isRunning);
  const [cleared, setCleared] = useState<{ readonly values: typeof values; readonly size: number }>();
  const note = useId();
  const button = useRef<HTMLButtonElement>(null);
  const missing = missingLabels({ task, values, choices }).map(visibleLine);
  // Clearing can be undone while something else is typed, but not after another example.
  const canUndo = cleared !== undefined && cleared.size === kept.size();

  function clear(): void {
    onClear();
    kept.replace('clearing', session.clear);
    setCleared({ values: session.getSnapshot().values, size: kept.size() });
  }

  function undo(): void {
    kept.restore();
    setCleared(undefined);
    // The pressed button disappears.
    button.current?.focus();
  }

  return (
    <div className={styles.buttons}>
      <Button type="submit" look="primary" className={styles.run} disabled={!isReady} aria-describedby={note}>
        <Play aria-hidden="true" size={16} />
        Run
      </Button>
      <Button ref={button} disabled={isBusy} onClick={clear}>
        Clear
      </Button>
      <p id={note} className={styles.missing}>
        {!isBusy && missing.length > 0 && `Missing: ${missing.join(', ')}`}
        {isReady && <span className={styles.keys}>Ctrl-Enter runs from any input.</span>}
      </p>
      <p role="status" className={styles.told}>
        {canUndo && (
          <>
            {cleared.values === values && 'Cleared.'}
            <Button look="quiet" className={styles.back} onClick={undo}>
              Undo clear
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
