import { runSummary, visibleLine, withheldTokenNote, type RunResult } from '@tryout/engine';
import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { JsonView } from '../../../results/json-view.tsx';
import { ResultView } from '../../../results/result-view.tsx';
import { beginRun, hasChangedSince } from '../begun-with.ts';
import { SENDING_WAY } from '../options/endpoint-note.ts';
import { ResultActions } from './result-actions.tsx';
import { ViewSwitch } from './view-switch.tsx';
import styles from './output.module.css';

export interface ResultProps {
  /** Id of the heading. */
  readonly heading: string;
  readonly result: RunResult;
}

type Look = 'result' | 'json';

/** A result as it is drawn or as raw JSON, who gave it, and what can be done with it. */
export function Result({ heading, result }: ResultProps) {
  const session = useSession();
  const isStale = useSessionState((state) => hasChangedSince(session, state));
  const [look, setLook] = useState<Look>('result');
  const body = useId();
  const withheld = withheldTokenNote(session.connection(), result.request, SENDING_WAY);
  const looks = [
    { value: 'result', label: 'Result' },
    { value: 'json', label: 'JSON' },
  ] as const;
  return (
    <>
      <div className={styles.head}>
        <h2 id={heading}>Output</h2>
        <ViewSwitch<Look>
          label="Show the output as"
          options={looks}
          value={look}
          onChange={setLook}
          controls={body}
        />
      </div>
      {isStale && (
        <p className={styles.stale}>
          Something was changed since: this is the result of what was filled in before.
        </p>
      )}
      <div id={body} className={styles.body}>
        {look === 'json' ? <JsonView result={result} /> : <ResultView view={result.view} />}
      </div>
      <div className={styles.foot}>
        <p className={styles.note}>{runSummary(result.request, result).map(visibleLine).join(' · ')}</p>
        {withheld !== undefined && <p className={styles.note}>{visibleLine(withheld)}</p>}
        <div className={styles.ways}>
          {look === 'result' && <ResultActions result={result} />}
          <Button onClick={() => beginRun(session)}>
            <RotateCcw aria-hidden="true" size={16} />
            Run again
          </Button>
        </div>
      </div>
    </>
  );
}
