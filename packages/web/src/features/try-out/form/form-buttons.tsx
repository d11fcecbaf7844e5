import {
  attempt,
  canRun,
  hasContent,
  holdsConversation,
  isRunning,
  missingLabels,
  needsConfirmation,
  visibleLine,
  type ReplacedInputs,
  type Task,
} from '@tryout/engine';
import { Check, Link, Play } from 'lucide-react';
import { useId, useRef } from 'react';
import { useApp, useSessionState } from '../../../lib/app-context.ts';
import { Button, IconButton } from '../../../lib/ui/button.tsx';
import { copyRunLink, currentForm } from '../../../lib/share-run.ts';
import styles from './task-form.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const RUN_KEYS = isMac ? '⌘-Enter' : 'Ctrl-Enter';

/** Runs or clears the form, and lists missing inputs. */
export function FormButtons({ task, onClear }: { readonly task: Task; onClear(): void }) {
  const { session, notices } = useApp();
  const values = useSessionState((state) => state.values);
  const choices = useSessionState((state) => state.choices);
  const isReady = useSessionState(canRun);
  const isBusy = useSessionState(isRunning);
  const isConversation = useSessionState(holdsConversation);
  const isUnconfirmed = useSessionState(needsConfirmation);
  const isCleared = useSessionState(({ replacedBy }) => replacedBy === 'clear');
  const undoLabel = useSessionState(({ replaced }) => undoLabelOf(replaced.at(-1)));
  const isAnswered = useSessionState(({ chat }) => chat.exchanges.length > 0);
  const note = useId();
  const button = useRef<HTMLButtonElement>(null);
  const runButton = useRef<HTMLButtonElement>(null);
  // After an answer, an empty message is not a missing input.
  const message = isAnswered ? task.fields[task.conversation?.message ?? '']?.label : undefined;
  const missing = missingLabels({ task, values, choices })
    .filter((label) => label !== message)
    .map(visibleLine);

  function clear(): void {
    onClear();
    session.clear();
  }

  function confirm(): void {
    session.confirmEndpoint();
    // The button disappears.
    runButton.current?.focus();
  }

  function undo(): void {
    session.restore();
    // The Undo button disappears.
    button.current?.focus();
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
      <Button ref={button} disabled={isBusy} onClick={clear}>
        Clear
      </Button>
      <IconButton
        label="Copy link"
        icon={Link}
        disabled={!Object.values(values).some(hasContent)}
        onClick={() => void copyRunLink(currentForm(session)).then(notices.show)}
      />
      <p id={note} className={styles.missing}>
        {!isBusy && missing.length > 0 && `Missing: ${missing.join(', ')}`}
        {missing.length === 0 &&
          isUnconfirmed &&
          `The link or file sends these inputs to ${hostOf(choices.endpointUrl)}. Confirm this endpoint to run.`}
        {isReady && (
          <span className={styles.keys}>
            {isConversation ? 'Enter sends, Shift-Enter starts a new line' : `${RUN_KEYS} runs`}
          </span>
        )}
      </p>
      {isUnconfirmed && (
        <Button icon={Check} onClick={confirm}>
          Use this endpoint
        </Button>
      )}
      <p role="status" className={styles.status}>
        {undoLabel !== undefined && (
          <>
            {isCleared && 'Cleared.'}
            <Button variant="quiet" className={styles.undo} onClick={undo}>
              {undoLabel}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}

/** What replaced the inputs last, if that can be undone here and there were any. */
function undoLabelOf(last: ReplacedInputs | undefined): string | undefined {
  if (last?.by === 'clear') return 'Undo clear';
  return last?.by === 'run' && Object.values(last.values).some(hasContent)
    ? 'Restore earlier inputs'
    : undefined;
}

function hostOf(url = ''): string {
  return visibleLine(attempt(() => new URL(url).host) ?? url);
}
