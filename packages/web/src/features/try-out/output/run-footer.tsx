import {
  canContinue,
  canRun,
  isConversational,
  incompleteNote,
  runSummary,
  visibleLine,
  unsentTokenNote,
} from '@tryout/engine';
import { ArrowRight, Pencil, RotateCcw, X } from 'lucide-react';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { Button, Toolbar } from '../../../ui/button.tsx';
import { FactLine } from '../../../ui/panel.tsx';
import { SEND_TOKEN_COMMAND } from '../options/destination.tsx';
import { FOCUS_NEXT } from './use-output-panel.ts';
import styles from './output.module.css';

/** How to get a longer answer in the web app. */
export function raiseInOptions(parameter: string): string {
  return `Increase ${parameter} under Parameters.`;
}

/** Summary of a run that ended, notes, and buttons to run again. */
export function RunFooter() {
  const session = useSession();
  const { result } = useSessionState((state) => state.run);
  const unsentToken = result && unsentTokenNote(session.connection(), result.run.route, SEND_TOKEN_COMMAND);
  const incomplete = result && incompleteNote(result, raiseInOptions);
  return (
    <div className={styles.footer}>
      {incomplete !== undefined && <p className={styles.stale}>{visibleLine(incomplete)}</p>}
      {result && (
        <p className={styles.note}>
          <FactLine facts={runSummary(result).map(visibleLine)} />
        </p>
      )}
      {unsentToken !== undefined && <p className={styles.note}>{visibleLine(unsentToken)}</p>}
      <Toolbar>
        <RunAgain />
      </Toolbar>
    </div>
  );
}

/** Runs again with the current inputs; in a conversation, answers the last message again or continues the answer. */
function RunAgain() {
  const session = useSession();
  const state = useSessionState((now) => now);
  const isReady = canRun(state);
  const isAnswered = isConversational(state) && state.chat.exchanges.length > 0 && !isReady;
  return (
    <>
      {isAnswered && canContinue(state) && (
        <Button icon={ArrowRight} onClick={() => void session.continueAnswer()}>
          Continue
        </Button>
      )}
      <Button
        icon={RotateCcw}
        {...FOCUS_NEXT}
        disabled={!isReady && !isAnswered}
        onClick={() => void (isAnswered ? session.regenerate() : session.run())}
      >
        Run again
      </Button>
      {state.chat.editing && (
        <Button icon={X} onClick={session.cancelEdit}>
          Cancel edit
        </Button>
      )}
      {isAnswered && !state.chat.editing && (
        <Button icon={Pencil} onClick={() => session.editMessage()}>
          Edit message
        </Button>
      )}
    </>
  );
}
