import {
  attempt,
  canRun,
  getUnconfirmed,
  hasContent,
  isConversational,
  isRunning,
  missingText,
  visibleLine,
  type Task,
} from '@tryout/engine';
import { Check, Play, Square } from 'lucide-react';
import { useId, useRef } from 'react';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import styles from './task-form.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const RUN_KEYS = isMac ? '⌘-Enter' : 'Ctrl-Enter';

/** Milliseconds after Run in which the same button does not stop the run, so that pressing it twice does not (F51). */
const STOP_DELAY = 500;

interface RunButtonProps extends Pick<ButtonProps, 'ref' | 'aria-describedby'> {
  /** Name of the button while nothing runs. */
  readonly label?: string;
}

/** Submits the form, and stops the run in the same place: the button keeps its size and the focus. */
export function RunButton({ label = 'Run', ...props }: RunButtonProps) {
  const session = useSession();
  const isReady = useSessionState(canRun);
  const isBusy = useSessionState(isRunning);
  const pressedAt = useRef(-STOP_DELAY);
  return (
    <Button
      icon={isBusy ? Square : Play}
      type={isBusy ? 'button' : 'submit'}
      variant="primary"
      className={styles.run}
      disabled={!isReady && !isBusy}
      aria-keyshortcuts={isBusy ? 'Escape' : 'Control+Enter Meta+Enter'}
      onClick={({ timeStamp }) => {
        if (!isBusy) pressedAt.current = timeStamp;
        else if (timeStamp - pressedAt.current > STOP_DELAY) session.cancel();
      }}
      {...props}
    >
      {isBusy ? 'Stop' : label}
    </Button>
  );
}

/** Runs or clears the form, and lists missing inputs. */
export function FormButtons({ task }: { readonly task: Task }) {
  const session = useSession();
  const state = useSessionState((now) => now);
  const { choices, chat, replaced, replacedBy } = state;
  const isReady = canRun(state);
  const isBusy = isRunning(state);
  const note = useId();
  const runButton = useRef<HTMLButtonElement>(null);
  const clearButton = useRef<HTMLButtonElement>(null);
  // After an answer, an empty message is not a missing input.
  const missing = chat.exchanges.length > 0 ? '' : missingText(state);
  const [unconfirmed] = getUnconfirmed(state);
  const billTo = visibleLine(choices.billTo ?? '');
  const lastReplacement = replaced.at(-1);
  const canRestore = lastReplacement?.by === 'run' && Object.values(lastReplacement.values).some(hasContent);

  function confirm(): void {
    session.confirm(unconfirmed!);
    // The last button disappears.
    if (getUnconfirmed(session.getSnapshot()).length === 0) runButton.current?.focus();
  }

  function undo(): void {
    session.restore();
    // The Undo button disappears.
    clearButton.current?.focus();
  }

  return (
    <div className={styles.buttons}>
      <RunButton ref={runButton} aria-describedby={note} />
      <Button ref={clearButton} disabled={isBusy} onClick={session.clear}>
        Clear
      </Button>
      <p id={note} className={styles.missing}>
        {!isBusy && missing !== '' && `${missing} to run`}
        {missing === '' &&
          unconfirmed !== undefined &&
          (unconfirmed === 'billTo'
            ? `The link or file bills runs to ${billTo}. Confirm it to run, or choose another account under “Billed to”.`
            : `The link or file sends these inputs to ${getHost(choices.endpointUrl)}. Confirm this endpoint to run.`)}
        {isReady && (
          <span className={styles.keys}>
            {isConversational(state) ? 'Enter sends, Shift-Enter starts a new line' : `${RUN_KEYS} runs`}
          </span>
        )}
      </p>
      {unconfirmed !== undefined && (
        <Button icon={Check} onClick={confirm}>
          {unconfirmed === 'billTo' ? `Bill ${billTo}` : 'Use this endpoint'}
        </Button>
      )}
      <p role="status" className={styles.status}>
        {replacedBy === 'clear' && 'Cleared.'}
        {(lastReplacement?.by === 'clear' || canRestore) && (
          <Button variant="quiet" className={styles.undo} onClick={undo}>
            {canRestore ? 'Restore earlier inputs' : 'Undo clear'}
          </Button>
        )}
      </p>
    </div>
  );
}

function getHost(url = ''): string {
  return visibleLine(attempt(() => new URL(url).host) ?? url);
}
