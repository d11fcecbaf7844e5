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
import { Check, Link, Play } from 'lucide-react';
import { useId, useRef } from 'react';
import { useApp, useSessionState } from '../../../state/app-context.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { copyRunLink, getCurrentForm } from '../../../state/run-files.ts';
import styles from './task-form.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const RUN_KEYS = isMac ? '⌘-Enter' : 'Ctrl-Enter';

/** Runs or clears the form, and lists missing inputs. */
export function FormButtons({ task }: { readonly task: Task }) {
  const { session, notices } = useApp();
  const state = useSessionState((now) => now);
  const { values, choices, chat, replaced, replacedBy } = state;
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
      <Button
        ref={runButton}
        icon={Play}
        type="submit"
        variant="primary"
        className={styles.run}
        disabled={!isReady}
        aria-describedby={note}
      >
        Run
      </Button>
      <Button ref={clearButton} disabled={isBusy} onClick={session.clear}>
        Clear
      </Button>
      <IconButton
        label="Copy link"
        icon={Link}
        disabled={!Object.values(values).some(hasContent)}
        onClick={() => void copyRunLink(getCurrentForm(session)).then(notices.show)}
      />
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
