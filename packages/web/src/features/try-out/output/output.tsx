import {
  hasChangedSinceRun,
  holdsConversation,
  incompleteNote,
  isRunning,
  pendingPrompt,
  runSummary,
  shownExchanges,
  spokenProgressText,
  type RunState,
  type SessionState,
} from '@tryout/engine';
import { useId, useRef, useState } from 'react';
import { useSessionState } from '../../../lib/app-context.ts';
import { Panel, VisuallyHidden } from '../../../lib/ui/panel.tsx';
import { JsonView } from '../../../results/json-view.tsx';
import { ResultView } from '../../../results/result-view.tsx';
import { Text } from '../../../results/text/text.tsx';
import { Turns } from '../chat/turns.tsx';
import { RunFailure } from './run-failure.tsx';
import { Progress } from './progress.tsx';
import { raiseInOptions, ResultFooter } from './result-footer.tsx';
import { FOCUS_NEXT, useOutputPanel } from './use-output-panel.ts';
import { useThrottledState } from './use-throttled-state.ts';
import styles from './output.module.css';

export interface OutputProps {
  onEndpoint(): void;
}

/** The rendered result, or its JSON. */
type View = 'result' | 'json';

const views = [
  { value: 'result', label: 'Result' },
  { value: 'json', label: 'JSON' },
] as const;

/** Progress, streamed text, result or error of the run. */
export function Output({ onEndpoint }: OutputProps) {
  const run = useThrottledState((state) => state.run);
  const isBusy = useThrottledState(isRunning);
  const announcement = useThrottledState(announcementOf);
  const isConversation = useSessionState(holdsConversation);
  const isStale = useSessionState(hasChangedSinceRun) && !isConversation;
  const [view, setView] = useState<View>('result');
  const heading = useId();
  const body = useId();
  const panel = useRef<HTMLElement>(null);
  const { status, text, result } = run;
  const panelProps = useOutputPanel(panel, isBusy, status);
  return (
    <Panel ref={panel} className={styles.output} aria-labelledby={heading} {...panelProps}>
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1} {...(isBusy && FOCUS_NEXT)}>
          {status === 'error' && text === '' ? 'Error' : 'Output'}
        </h2>
        {result && (
          <div role="group" aria-label="Show the output as" className={styles.switch}>
            {views.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === view}
                aria-controls={body}
                className={styles.option}
                onClick={() => setView(value)}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {isBusy && <Progress />}
      {result && isStale && <p className={styles.stale}>Inputs changed since this run.</p>}
      <div id={body} className={styles.body}>
        {isConversation && <EarlierTurns />}
        <OutputBody run={run} view={view} isConversation={isConversation} />
      </div>
      {(status === 'error' || status === 'canceled') && <RunFailure onEndpoint={onEndpoint} />}
      {result && <ResultFooter result={result} hasActions={view === 'result'} />}
    </Panel>
  );
}

/** Text for screen readers: only a summary, because results may be long. */
function announcementOf(state: SessionState): string {
  const { status, result } = state.run;
  if (isRunning(state)) return spokenProgressText(state);
  if (result) {
    const summary = `Result ready: ${runSummary(result.request, result).join(', ')}`;
    return [summary, incompleteNote(result, raiseInOptions)].filter(Boolean).join('. ');
  }
  return status === 'canceled' ? 'Canceled' : '';
}

/** The conversation above the current answer. */
function EarlierTurns() {
  const state = useThrottledState((now) => now);
  const exchanges = shownExchanges(state);
  const pending = pendingPrompt(state);
  const last = exchanges.at(-1);
  const isLastBelow = !pending && last?.result !== undefined && last.result === state.run.result;
  if (exchanges.length === 0 && !pending) return null;
  return (
    <Turns
      exchanges={isLastBelow ? exchanges.slice(0, -1) : exchanges}
      pending={pending ?? (isLastBelow ? last.prompt : undefined)}
    />
  );
}

interface OutputBodyProps {
  readonly run: RunState;
  readonly view: View;
  readonly isConversation: boolean;
}

function OutputBody({ run, view, isConversation }: OutputBodyProps) {
  const { status, text, reasoning, result, request } = run;
  const hasTurns = useSessionState(({ chat }) => chat.exchanges.length > 0) && isConversation;
  // A partial answer is part of the conversation.
  if (isConversation && (status === 'error' || status === 'canceled')) return null;
  if (status === 'idle' && hasTurns) return null;
  if (status === 'idle') return <p className={styles.empty}>The result appears here.</p>;
  if (result && view === 'json') return <JsonView result={result} />;
  // Streamed text stays mounted after it is complete.
  const complete = result?.view.kind === 'text' ? result.view : undefined;
  if ((text !== '' || reasoning !== undefined) && (!result || complete))
    return (
      <Text
        view={complete ?? { text, reasoning, isMarkdown: request?.conversation === true }}
        isGrowing={status === 'streaming'}
      />
    );
  return result ? <ResultView view={result.view} /> : null;
}
