import { canRun, holdsConversation, isRunning, missingLabels, visibleLine, type Task } from '@tryout/engine';
import { Play } from 'lucide-react';
import { useId, useRef } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import styles from './task-form.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const RUN_KEYS = isMac ? '⌘-Enter' : 'Ctrl-Enter';

/** Runs or clears the form, and lists missing inputs. */
export function FormButtons({ task, onClear }: { readonly task: Task; onClear(): void }) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const choices = useSessionState((state) => state.choices);
  const isReady = useSessionState(canRun);
  const isBusy = useSessionState(isRunning);
  const isConversation = useSessionState(holdsConversation);
  const isCleared = useSessionState(({ replacedBy }) => replacedBy === 'clear');
  const canUndo = useSessionState(({ replaced }) => replaced.at(-1)?.by === 'clear');
  const note = useId();
  const button = useRef<HTMLButtonElement>(null);
  const missing = missingLabels({ task, values, choices }).map(visibleLine);

  function clear(): void {
    onClear();
    session.clear();
  }

  function undo(): void {
    session.restore();
    // The Undo button disappears.
    button.current?.focus();
  }

  return (
    <div className={styles.buttons}>
      <Button
        icon={Play}
        type="submit"
        variant="primary"
        className={styles.run}
        disabled={!isReady}
        aria-describedby={note}
      >
        Run
      </Button>
      <Button ref={button} disabled={isBusy} onClick={clear}>
        Clear
      </Button>
      <p id={note} className={styles.missing}>
        {!isBusy && missing.length > 0 && `Missing: ${missing.join(', ')}`}
        {isReady && (
          <span className={styles.keys}>
            {isConversation
              ? 'Enter sends; Shift-Enter starts a new line.'
              : `Press ${RUN_KEYS} in any input to run.`}
          </span>
        )}
      </p>
      <p role="status" className={styles.status}>
        {canUndo && (
          <>
            {isCleared && 'Cleared.'}
            <Button variant="quiet" className={styles.undo} onClick={undo}>
              Undo clear
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
