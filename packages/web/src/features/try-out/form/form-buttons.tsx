import { canRun, isRunning, missingLabels, visibleLine, type KeptValues } from '@tryout/engine';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import styles from './task-form.module.css';

export interface FormButtonsProps {
  readonly kept: KeptValues;
  /** Ends what is filling the form. */
  onClear(): void;
}

/** Runs or empties the form; says beside it what is missing for a run. */
export function FormButtons({ kept, onClear }: FormButtonsProps) {
  const session = useSession();
  const state = useSessionState((now) => now);
  const [cleared, setCleared] = useState<typeof state.values>();
  const isBusy = isRunning(state);
  const note = useId();
  const missing = missingLabels(state).map(visibleLine);
  const isCleared = cleared !== undefined && cleared === state.values;

  function clear(): void {
    onClear();
    kept.replace('clearing', session.clear);
    setCleared(session.getSnapshot().values);
  }

  function restore(): void {
    kept.restore();
    setCleared(undefined);
  }

  return (
    <div className={styles.buttons}>
      <Button
        type="submit"
        look="primary"
        className={styles.run}
        disabled={!canRun(state)}
        aria-describedby={note}
      >
        <Play aria-hidden="true" size={16} />
        Run
      </Button>
      <Button disabled={isBusy} onClick={clear}>
        Clear
      </Button>
      <p id={note} className={styles.missing}>
        {!isBusy && missing.length > 0 && `Missing: ${missing.join(', ')}`}
        {canRun(state) && <span className={styles.keys}>Ctrl-Enter runs it from any input.</span>}
      </p>
      <p role="status" className={styles.told}>
        {isCleared && (
          <>
            Cleared.
            <Button look="quiet" className={styles.back} onClick={restore}>
              Bring back what was there
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
