import { canRun, incompleteNote, runSummary, visibleLine, unsentTokenNote } from '@tryout/engine';
import { RotateCcw } from 'lucide-react';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { Button, Toolbar } from '../../ui/button.tsx';
import { FactLine } from '../../ui/panel.tsx';
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
  const isReady = useSessionState(canRun);
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
        <Button icon={RotateCcw} {...FOCUS_NEXT} disabled={!isReady} onClick={() => void session.run()}>
          Run again
        </Button>
      </Toolbar>
    </div>
  );
}
