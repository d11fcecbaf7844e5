import {
  hasChangedSinceRun,
  hasContent,
  incompleteNote,
  isRunning,
  runSummary,
  spokenProgressText,
  resultPreview,
  clockText,
  visibleLine,
  progressText,
  type SessionState,
} from '@tryout/engine';
import { useId, useRef, useState, useEffect } from 'react';
import { useListener } from '../../lib/hooks.ts';
import { JsonView } from '../../results/json-view.tsx';
import { ResultView } from '../../results/result-view.tsx';
import { Text } from '../../results/text/text.tsx';
import { useApp, useSessionState, useSession } from '../../state/app-context.ts';
import { loadOnUse } from '../../ui/failure-note.tsx';
import { Panel, VisuallyHidden } from '../../ui/panel.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ResultIcon } from '../../ui/task-icon.tsx';
import { classes } from '../../lib/classes.ts';
import frame from '../../ui/frame.module.css';
import { ToolbarSlot } from '../../ui/slot.tsx';
import styles from './output.module.css';
import { raiseInOptions, RunFailure, RunFooter } from './run-end.tsx';
import { OutputToolbar, outputViews, type View } from './output-toolbar.tsx';
import { FOCUS_NEXT, useOutputPanel } from './use-output-panel.ts';

const CodeSnippets = loadOnUse(
  () => import('../code/code-snippets.tsx'),
  () => <p className="note">Loading the code</p>,
);

/** The code of the run. @param toolbar where its own buttons are */
export function Code({ toolbar }: { readonly toolbar: HTMLElement | null }) {
  return (
    <ToolbarSlot.Target value={toolbar}>
      <CodeSnippets />
    </ToolbarSlot.Target>
  );
}

const ExampleResult = loadOnUse(() => import('./example-result.tsx'));

/** Progress, streamed text, result or error of the run, and its code. */
export function Output() {
  const { status, partial, result, note } = useSessionState((state) => state.run);
  const isBusy = useSessionState(isRunning);
  const announcement = useSessionState(getAnnouncement);
  const isStale = useSessionState(hasChangedSinceRun);
  const [view, setView] = useState<View>('result');
  const heading = useId();
  const tabs = useId();
  const panel = useRef<HTMLElement>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const panelProps = useOutputPanel(panel, isBusy, status);
  // A new run shows its result.
  if (isBusy && view === 'code') setView('result');
  return (
    <Panel ref={panel} className={styles.output} aria-labelledby={heading} {...panelProps}>
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1} {...(isBusy && FOCUS_NEXT)}>
          {status === 'failed' && !partial ? 'Error' : 'Output'}
        </h2>
        <Tabs<View> id={tabs} label="Show the output as" tabs={outputViews} value={view} onChoose={setView} />
        <OutputToolbar view={view} slot={setSlot} />
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <TabPanel id={tabs} value={view} className={classes(styles.body, frame.scrollWide)}>
        {view === 'code' ? (
          <Code toolbar={slot} />
        ) : (
          <>
            {(result || status === 'failed') && isStale && (
              <p className={styles.stale}>Inputs changed since this run.</p>
            )}
            {note !== undefined && <p className={styles.stale}>{note}</p>}
            {isBusy && <Progress />}
            <OutputBody view={view} />
            {status === 'idle' && view === 'result' && <ExampleOutput />}
            {(status === 'failed' || status === 'canceled') && <RunFailure />}
            {!isBusy && status !== 'idle' && <RunFooter />}
          </>
        )}
      </TabPanel>
    </Panel>
  );
}

/** Text for screen readers: only a summary, because results may be long. */
export function getAnnouncement(state: SessionState): string {
  const { status, result } = state.run;
  if (isRunning(state)) return spokenProgressText(state);
  if (result) {
    const summary = `Result ready: ${runSummary(result).join(', ')}`;
    return [summary, incompleteNote(result, raiseInOptions)].filter(Boolean).join('. ');
  }
  return status === 'canceled' ? 'Canceled' : '';
}

export function OutputBody({ view }: { readonly view: View }) {
  const { status, partial, result, request } = useSessionState((state) => state.run);
  if (status === 'idle') return <EmptyOutput />;
  if (status === 'loading') return <div aria-hidden="true" className={styles.skeleton} />;
  if (result && view === 'json') return <JsonView result={result} />;
  // Streamed text stays mounted after it is complete.
  const complete = result?.view.kind === 'text' ? result.view : undefined;
  const text = complete ?? (partial && { ...partial, isMarkdown: request?.run.route.conversation === true });
  if (text) return <Text view={text} isGrowing={status === 'streaming'} result={result} />;
  return result ? <ResultView view={result.view} /> : null;
}

function EmptyOutput() {
  const task = useSessionState((state) => state.task);
  if (!task) return null;
  return (
    <div className={styles.empty}>
      <ResultIcon task={task} size={48} strokeWidth={1.25} />
      <p>{resultPreview(task)}</p>
    </div>
  );
}

/** The result of the model's example, where runs cost nothing, until there are inputs. */
function ExampleOutput() {
  const { hasExampleResults } = useApp().settings;
  const { task, model, choices, values, chatSupport } = useSessionState((state) => state);
  if (!hasExampleResults || !task || model === undefined || choices.endpointUrl !== undefined) return null;
  const mayChat = task.conversation !== undefined && chatSupport === undefined;
  if (mayChat || Object.values(values).some(hasContent)) return null;
  return <ExampleResult task={task} model={model} />;
}

export function Progress() {
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
    <div className="stack tight">
      <progress
        aria-label="Progress of the run"
        className={styles.meter}
        {...(isMeasured && { value: bytes, max: total })}
      />
      <p className={styles.note}>
        {visibleLine(progressText(state))}
        {clock !== '' && <span className="numeric">&nbsp;· {clock}</span>}
        <span className="keys">&nbsp;· Press Esc to stop</span>
      </p>
    </div>
  );
}
