import { isRunning, NotServedError, runSummary, spokenWaitingWords } from '@tryout/engine';
import { useId, useRef } from 'react';
import { useSessionState } from '../../../lib/session-context.ts';
import { Panel } from '../../../lib/ui/panel.tsx';
import { VisuallyHidden } from '../../../lib/ui/visually-hidden.tsx';
import { StreamedText } from '../../../results/streamed-text.tsx';
import { BrokenRun } from './broken-run.tsx';
import { Progress } from './progress.tsx';
import { Result } from './result.tsx';
import { useInView } from './use-in-view.ts';
import styles from './output.module.css';

export interface OutputProps {
  /** Puts the person before the address of an endpoint. */
  onEndpoint(): void;
  /** Puts the person before the choice of a model. */
  onChooseModel?(): void;
}

/** What comes of the run: how it goes, its text as it streams in, its result, or why there is none. */
export function Output({ onEndpoint, onChooseModel }: OutputProps) {
  const run = useSessionState((state) => state.run);
  const isBusy = useSessionState(isRunning);
  const said = useSessionState(saidOf);
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  useInView(panel, isBusy);
  const { status, text, result } = run;
  const isError = status === 'error' && text === '' && !(run.error instanceof NotServedError);
  return (
    <Panel ref={panel} className={styles.output} aria-labelledby={heading}>
      {!result && <h2 id={heading}>{isError ? 'Error' : 'Output'}</h2>}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {status === 'idle' && <p className={styles.empty}>The result appears here.</p>}
      {isBusy && <Progress />}
      {text !== '' && !result && <StreamedText text={text} isGrowing={isBusy} />}
      {(status === 'error' || status === 'cancelled') && (
        <BrokenRun onEndpoint={onEndpoint} onChooseModel={onChooseModel} />
      )}
      {result && <Result heading={heading} result={result} />}
    </Panel>
  );
}

/** What a screen reader says of the run; of a result not the whole, which may be long. */
function saidOf(state: Parameters<typeof spokenWaitingWords>[0]): string {
  const { status, result } = state.run;
  if (status === 'loading' || status === 'streaming') return spokenWaitingWords(state);
  if (result) return `The result is there: ${runSummary(result.request, result).join(', ')}`;
  return status === 'cancelled' ? 'Cancelled' : '';
}
