import {
  attempt,
  canRun,
  getUnconfirmed,
  hasContent,
  isRunning,
  missingText,
  visibleLine,
  type Replacement,
} from '@tryout/engine';
import { ArrowUp, Check, Play, Square } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { formatKeys } from '../../lib/keys.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import styles from './task-form.module.css';

const RUN_KEYS = 'Control+Enter Meta+Enter';

const undoTexts: Readonly<Partial<Record<Replacement, string>>> = {
  clear: 'Undo clear',
  'new-chat': 'Back to the last chat',
};

/**
 * Milliseconds after Run in which the same button does not stop the run, so that pressing it twice does not. The
 * second click of a double click may be later on a busy machine.
 */
const STOP_DELAY = 500;

interface RunButtonProps extends Pick<ButtonProps, 'ref' | 'icon' | 'title' | 'aria-describedby'> {
  /** Name of the button while nothing runs. */
  readonly label?: string;
}

/** Submits the form, and stops the run in the same place: the button keeps its size and the focus. */
function RunButton({ label = 'Run', icon = Play, ...props }: RunButtonProps) {
  const session = useSession();
  const isReady = useSessionState(canRun);
  const isBusy = useSessionState(isRunning);
  const pressedAt = useRef(-STOP_DELAY);
  // Another button may start the next run.
  useEffect(() => {
    if (!isBusy) pressedAt.current = -STOP_DELAY;
  }, [isBusy]);
  return (
    <Button
      icon={isBusy ? Square : icon}
      type={isBusy ? 'button' : 'submit'}
      variant="primary"
      data-action=""
      className={styles.run}
      disabled={!isReady && !isBusy}
      aria-keyshortcuts={isBusy ? 'Escape' : RUN_KEYS}
      onClick={(event) => {
        if (!isBusy) return void (pressedAt.current = event.timeStamp);
        // By then, the button submits again, which would start another run.
        event.preventDefault();
        const isDoubleClick = event.detail > 1;
        if (!isDoubleClick && event.timeStamp - pressedAt.current > STOP_DELAY) session.cancel();
      }}
      {...props}
    >
      {isBusy ? 'Stop' : label}
    </Button>
  );
}

interface FormButtonsProps {
  readonly isChat?: boolean;
  /** Before the buttons. */
  readonly children?: ReactNode;
}

/** Runs or clears the form, or sends a message, and names missing inputs. */
export function FormButtons({ isChat = false, children }: FormButtonsProps) {
  const session = useSession();
  const state = useSessionState((now) => now);
  const { choices, replaced, replacedBy } = state;
  const isReady = canRun(state);
  const isBusy = isRunning(state);
  const note = useId();
  const runButton = useRef<HTMLButtonElement>(null);
  const clearButton = useRef<HTMLButtonElement>(null);
  // An empty message is not worth a note.
  const missing = missingText(isChat ? { choices, values: {} } : state);
  const [unconfirmed] = getUnconfirmed(state);
  const billTo = visibleLine(choices.billTo ?? '');
  const lastReplacement = replaced.at(-1);
  const undoText = undoTexts[lastReplacement?.by ?? 'edit'];
  const canRestore = lastReplacement?.by === 'run' && Object.values(lastReplacement.values).some(hasContent);

  function confirm(): void {
    session.confirm(unconfirmed!);
    // The last button disappears.
    if (getUnconfirmed(session.getSnapshot()).length === 0) runButton.current?.focus();
  }

  function undo(): void {
    session.restore();
    // The Undo button disappears.
    (clearButton.current ?? runButton.current)?.focus();
  }

  const title = 'Enter sends, Shift-Enter starts a new line';
  const label = isChat ? { label: 'Send', icon: ArrowUp, title } : {};
  const run = <RunButton ref={runButton} aria-describedby={note} {...label} />;
  return (
    <div className={styles.buttons}>
      {children}
      {!isChat && run}
      {!isChat && (
        <Button ref={clearButton} data-action="" disabled={isBusy} onClick={session.clear}>
          Clear
        </Button>
      )}
      <p id={note} className={styles.missing}>
        {!isBusy && missing !== '' && `${missing} to run`}
        {missing === '' &&
          unconfirmed !== undefined &&
          (unconfirmed === 'billTo'
            ? `The link or file bills runs to ${billTo}. Confirm it to run, or choose another account under “Billed to”.`
            : `The link or file sends these inputs to ${getHost(choices.endpointUrl)}. Confirm this endpoint to run.`)}
        {isReady && !isChat && <span className="keys">{formatKeys(RUN_KEYS)} runs</span>}
      </p>
      {unconfirmed !== undefined && (
        <Button icon={Check} onClick={confirm}>
          {unconfirmed === 'billTo' ? `Bill ${billTo}` : 'Use this endpoint'}
        </Button>
      )}
      {isChat && run}
      <p role="status" className={styles.status}>
        {replacedBy === 'clear' && 'Cleared.'}
        {(undoText !== undefined || canRestore) && (
          <Button variant="undo" onClick={undo}>
            {canRestore ? 'Restore earlier inputs' : undoText}
          </Button>
        )}
      </p>
    </div>
  );
}

function getHost(url = ''): string {
  return visibleLine(attempt(() => new URL(url).host) ?? url);
}
