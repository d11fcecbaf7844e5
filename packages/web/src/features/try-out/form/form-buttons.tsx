import { canRun, isRunning, type KeptValues, missingLabels, type Task, visibleLine } from '@tryout/engine';
import { Play } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import styles from './task-form.module.css';

interface FormButtonsProps {
  readonly task: Task;
  readonly kept: KeptValues;
  /** Ends what is filling the form. */
  onClear(): void;
}

/** Runs or empties the form; says beside it what is missing for a run. */
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
  // What was cleared is there also while something else is typed; not below an example that came after it.
  const canRestore = cleared !== undefined && cleared.size === kept.size();

  function clear(): void {
    onClear();
    kept.replace('clearing', session.clear);
    setCleared({ values: session.getSnapshot().values, size: kept.size() });
  }

  function restore(): void {
    kept.restore();
    setCleared(undefined);
    // The one that was pressed is gone now.
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
            {cleared.values === values && 'Cleared.'}
            <Button look="quiet" className={styles.back} onClick={restore}>
              {cleared.values === values ? 'Bring back what was there' : 'Bring back what was cleared'}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
