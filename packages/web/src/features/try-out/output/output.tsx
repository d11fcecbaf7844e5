import {
  hasChangedSinceRun,
  isConversational,
  incompleteNote,
  isRunning,
  pendingPrompt,
  runSummary,
  getVisibleExchanges,
  spokenProgressText,
  taskSignature,
  type SessionState,
  clockText,
  visibleLine,
  progressText,
} from '@tryout/engine';
import { X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, useEffect } from 'react';
import { useListener } from '../../../lib/hooks.ts';
import { JsonView } from '../../../results/json-view.tsx';
import { ResultView } from '../../../results/result-view.tsx';
import { Text } from '../../../results/text/text.tsx';
import { useSessionState, useSession } from '../../../state/app-context.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadBoundary } from '../../../ui/failure-note.tsx';
import { Panel, VisuallyHidden } from '../../../ui/panel.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { ResultIcon } from '../../../ui/task-icon.tsx';
import { Turns } from '../chat/chat.tsx';
import styles from './output.module.css';
import { RunFailure } from './run-failure.tsx';
import { raiseInOptions, RunFooter } from './run-footer.tsx';
import { FOCUS_NEXT, useOutputPanel } from './use-output-panel.ts';

const views = [
  { id: 'result', label: 'Result' },
  { id: 'json', label: 'JSON' },
  { id: 'code', label: 'Code' },
] as const;

type View = (typeof views)[number]['id'];

/** Progress, streamed text, result or error of the run, and its code. */
export function Output({ code }: { readonly code: ReactNode }) {
  const { status, partial, result } = useSessionState((state) => state.run);
  const isBusy = useSessionState(isRunning);
  const announcement = useSessionState(getAnnouncement);
  const isConversation = useSessionState(isConversational);
  const isStale = useSessionState(hasChangedSinceRun) && !isConversation;
  const [view, setView] = useState<View>('result');
  const heading = useId();
  const tabs = useId();
  const panel = useRef<HTMLElement>(null);
  const panelProps = useOutputPanel(panel, isBusy, status);
  // A new run shows its result.
  if (isBusy && view === 'code') setView('result');
  const progress = isBusy && <Progress />;
  return (
    <Panel ref={panel} className={styles.output} aria-labelledby={heading} {...panelProps}>
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1} {...(isBusy && FOCUS_NEXT)}>
          {status === 'failed' && !partial ? 'Error' : 'Output'}
        </h2>
        <Tabs<View> id={tabs} label="Show the output as" tabs={views} value={view} onChoose={setView} />
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <TabPanel id={tabs} value={view} className={styles.body}>
        {view === 'code' ? (
          <LoadBoundary fallback={<p className={styles.note}>Loading the code</p>}>{code}</LoadBoundary>
        ) : (
          <>
            {(result || status === 'failed') && isStale && (
              <p className={styles.stale}>Inputs changed since this run.</p>
            )}
            {isConversation && <EarlierTurns />}
            {!isConversation && progress}
            <OutputBody view={view} />
            {/* Below the answer, which does not move when it is complete. */}
            {isConversation && progress}
            {(status === 'failed' || status === 'canceled') && <RunFailure />}
            {!isBusy && status !== 'idle' && <RunFooter hasActions={view === 'result'} />}
          </>
        )}
      </TabPanel>
    </Panel>
  );
}

/** Text for screen readers: only a summary, because results may be long. */
function getAnnouncement(state: SessionState): string {
  const { status, result } = state.run;
  if (isRunning(state)) return spokenProgressText(state);
  if (result) {
    const summary = `Result ready: ${runSummary(result).join(', ')}`;
    return [summary, incompleteNote(result, raiseInOptions)].filter(Boolean).join('. ');
  }
  return status === 'canceled' ? 'Canceled' : '';
}

function EarlierTurns() {
  const state = useSessionState((now) => now);
  const exchanges = getVisibleExchanges(state);
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

function OutputBody({ view }: { readonly view: View }) {
  const { status, partial, result, request } = useSessionState((state) => state.run);
  const isConversation = useSessionState(isConversational);
  const hasTurns = useSessionState(({ chat }) => chat.exchanges.length > 0) && isConversation;
  // A partial answer is part of the conversation.
  if (isConversation && (status === 'failed' || status === 'canceled')) return null;
  if (status === 'idle' && hasTurns) return null;
  if (status === 'idle') return <EmptyOutput />;
  if (status === 'loading') return <div aria-hidden="true" className={styles.skeleton} />;
  if (result && view === 'json') return <JsonView result={result} />;
  // Streamed text stays mounted after it is complete.
  const complete = result?.view.kind === 'text' ? result.view : undefined;
  const text = complete ?? (partial && { ...partial, isMarkdown: request?.run.route.conversation === true });
  if (text) return <Text view={text} isGrowing={status === 'streaming'} />;
  return result ? <ResultView view={result.view} /> : null;
}

function EmptyOutput() {
  const task = useSessionState((state) => state.task);
  if (!task) return null;
  return (
    <div className={styles.empty}>
      <ResultIcon task={task} size={48} strokeWidth={1.25} />
      <p>The result appears here.</p>
      <p className={styles.note}>You get: {taskSignature(task).output}</p>
    </div>
  );
}

function Progress() {
  const session = useSession();
  const state = useSessionState((now) => now);
  const [elapsed, setElapsed] = useState(0);
  const clock = clockText(elapsed);
  const start = state.run.startedAt?.getTime() ?? 0;
  useEffect(() => {
    const timer = setInterval(() => setElapsed(Date.now() - start), 250);
    return () => clearInterval(timer);
  }, [start]);
  useListener(document, 'keydown', ({ key, defaultPrevented }) => {
    // Escape closes these first.
    if (key !== 'Escape' || defaultPrevented || document.querySelector(':popover-open, dialog[open]')) return;
    session.cancel();
  });
  const { bytes = 0, total = 0 } = state.run.progress ?? {};
  const isMeasured = total > 0 && bytes < total;

  return (
    <div className={styles.progress}>
      <div className={styles.bar}>
        <progress
          aria-label="Progress of the run"
          className={styles.meter}
          {...(isMeasured && { value: bytes, max: total })}
        />
        <p className={styles.note}>
          {visibleLine(progressText(state))}
          {clock !== '' && <span className={styles.clock}> · {clock}</span>}
          <span className={styles.keys}> · Press Esc to cancel</span>
        </p>
      </div>
      <Button icon={X} onClick={session.cancel} aria-keyshortcuts="Escape">
        Cancel
      </Button>
    </div>
  );
}
