import { canRun, isRunning, missingLabels, type Task, visibleLine } from '@tryout/engine';
import { Play } from 'lucide-react';
import { useId, useRef } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import styles from './task-form.module.css';

interface FormButtonsProps {
  readonly task: Task;
  /** Ends what is filling the form. */
  onClear(): void;
}

/** Runs or empties the form; says beside it what is missing for a run. */
export function FormButtons({ task, onClear }: FormButtonsProps) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const choices = useSessionState((state) => state.choices);
  const isReady = useSessionState(canRun);
  const isBusy = useSessionState(isRunning);
  const isCleared = useSessionState(({ replacedBy }) => replacedBy === 'clear');
  const canRestore = useSessionState(({ replaced }) => replaced.at(-1)?.by === 'clear');
  const note = useId();
  const button = useRef<HTMLButtonElement>(null);
  const missing = missingLabels({ task, values, choices }).map(visibleLine);

  function clear(): void {
    onClear();
    session.clear();
  }

  function restore(): void {
    session.restore();
    // The button that was pressed is gone now.
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
        {isReady && <span className={styles.keys}>Ctrl-Enter runs it from any input.</span>}
      </p>
      <p role="status" className={styles.told}>
        {canRestore && (
          <>
            {isCleared && 'Cleared.'}
            <Button look="quiet" className={styles.back} onClick={restore}>
              {isCleared ? 'Bring back what was there' : 'Bring back what was cleared'}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
