import {
  hasChangedSinceRun,
  incompleteNote,
  isRunning,
  runSummary,
  spokenWaitingWords,
  type SessionState,
} from '@tryout/engine';
import { useId, useRef, useState } from 'react';
import { useSessionState } from '../../../lib/session-context.ts';
import { Panel } from '../../../lib/ui/panel.tsx';
import { VisuallyHidden } from '../../../lib/ui/visually-hidden.tsx';
import { BrokenRun } from './broken-run.tsx';
import { OutputBody } from './output-body.tsx';
import { OutputHead, type Look } from './output-head.tsx';
import { Progress } from './progress.tsx';
import { raiseInOptions, ResultFoot } from './result-foot.tsx';
import { useFollowedFocus } from './use-followed-focus.ts';
import { useInView } from './use-in-view.ts';
import { useKeptHeight } from './use-kept-height.ts';
import { usePacedState } from './use-paced-state.ts';
import styles from './output.module.css';

export interface OutputProps {
  /** Puts the person before the address of an endpoint. */
  onEndpoint(): void;
}

/** What comes of the run: how it goes, its text as it streams in, its result, or why there is none. */
export function Output({ onEndpoint }: OutputProps) {
  const run = usePacedState((state) => state.run);
  const isBusy = usePacedState(isRunning);
  const said = usePacedState(saidOf);
  const isStale = useSessionState(hasChangedSinceRun);
  const [look, setLook] = useState<Look>('result');
  const heading = useId();
  const body = useId();
  const panel = useRef<HTMLElement>(null);
  useInView(panel, isBusy);
  const minHeight = useKeptHeight(panel, isBusy);
  const { status, text, result } = run;
  const followed = useFollowedFocus(panel, status);
  return (
    <Panel
      ref={panel}
      className={styles.output}
      style={{ minHeight }}
      aria-labelledby={heading}
      {...followed}
    >
      <OutputHead
        id={heading}
        controls={body}
        look={look}
        {...(result ? { onLook: setLook } : {})}
        isError={status === 'error' && text === ''}
        isBusy={isBusy}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {isBusy && <Progress />}
      {result && isStale && (
        <p className={styles.stale}>
          Something was changed since: this is the output of what was there before.
        </p>
      )}
      <div id={body} className={styles.body}>
        <OutputBody run={run} look={look} />
      </div>
      {(status === 'error' || status === 'canceled') && <BrokenRun onEndpoint={onEndpoint} />}
      {result && <ResultFoot result={result} look={look} />}
    </Panel>
  );
}

/** What a screen reader says of the run; of a result not the whole, which may be long. */
function saidOf(state: SessionState): string {
  const { status, result } = state.run;
  if (isRunning(state)) return spokenWaitingWords(state);
  if (result) {
    const summary = `The result is there: ${runSummary(result.request, result).join(', ')}`;
    return [summary, incompleteNote(result, raiseInOptions)].filter(Boolean).join('. ');
  }
  return status === 'canceled' ? 'Canceled' : '';
}
