import { incompleteNote, runSummary, visibleLine, withheldTokenNote, type RunResult } from '@tryout/engine';
import { useSession } from '../../../lib/session-context.ts';
import { FactLine } from '../../../lib/ui/fact-line.tsx';
import { SENDING_WAY } from '../options/endpoint-note.ts';
import type { Look } from './output-head.tsx';
import { ResultActions } from './result-actions.tsx';
import { RunAgain } from './run-again.tsx';
import styles from './output.module.css';

export interface ResultFootProps {
  readonly result: RunResult;
  readonly look: Look;
}

/** How to get a longer answer here. */
export function raiseInOptions(parameter: string): string {
  return `Raise ${parameter} under Options, Parameters.`;
}

/** Who gave a result and how, and what can be done with it. */
export function ResultFoot({ result, look }: ResultFootProps) {
  const session = useSession();
  const withheld = withheldTokenNote(session.connection(), result.request, SENDING_WAY);
  const incomplete = incompleteNote(result, raiseInOptions);
  return (
    <div className={styles.foot}>
      {incomplete !== undefined && <p className={styles.stale}>{visibleLine(incomplete)}</p>}
      <p className={styles.note}>
        <FactLine facts={runSummary(result.request, result).map(visibleLine)} />
      </p>
      {withheld !== undefined && <p className={styles.note}>{visibleLine(withheld)}</p>}
      <div className={styles.ways}>
        {/* The JSON has its own. */}
        {look === 'result' && <ResultActions result={result} />}
        <RunAgain />
      </div>
    </div>
  );
}
