import { canRun, runSummary, visibleLine, withheldTokenNote, type RunResult } from '@tryout/engine';
import { RotateCcw } from 'lucide-react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { beginRun } from '../begun-with.ts';
import { SENDING_WAY } from '../options/endpoint-note.ts';
import type { Look } from './output-head.tsx';
import { ResultActions } from './result-actions.tsx';
import styles from './output.module.css';

export interface ResultFootProps {
  readonly result: RunResult;
  readonly look: Look;
}

/** Who gave a result and how, and what can be done with it. */
export function ResultFoot({ result, look }: ResultFootProps) {
  const session = useSession();
  const isReady = useSessionState(canRun);
  const withheld = withheldTokenNote(session.connection(), result.request, SENDING_WAY);
  return (
    <div className={styles.foot}>
      <p className={styles.note}>{runSummary(result.request, result).map(visibleLine).join(' · ')}</p>
      {withheld !== undefined && <p className={styles.note}>{visibleLine(withheld)}</p>}
      <div className={styles.ways}>
        {/* The JSON has its own. */}
        {look === 'result' && <ResultActions result={result} />}
        <Button disabled={!isReady} onClick={() => beginRun(session)}>
          <RotateCcw aria-hidden="true" size={16} />
          Run again
        </Button>
      </div>
    </div>
  );
}
