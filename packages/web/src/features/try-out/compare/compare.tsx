import {
  getInputs,
  idleRun,
  MAX_CANDIDATES,
  type Candidate,
  type RunState,
  type Session,
  type Task,
} from '@tryout/engine';
import { Fragment, useMemo, type ReactNode } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { parseCandidate } from '../../../state/candidates.ts';
import { SessionOverride } from '../../../state/session-override.tsx';
import frame from '../../../ui/frame.module.css';
import { Composer } from '../chat/chat.tsx';
import { TaskForm } from '../form/task-form.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import { useComparison } from './use-comparison.ts';
import styles from './compare.module.css';

interface CompareProps {
  readonly task: Task;
  readonly candidates: readonly Candidate[];
  /** The code of the session's run. */
  readonly code: ReactNode;
  /** A list of models to add. */
  addModel(props: { onAdd(name: string): void }): ReactNode;
}

/** The inputs of a task, and the results of several models on them; or a message to several models. */
export default function Compare({ task, candidates, code, addModel }: CompareProps) {
  const session = useSession();
  const model = useSessionState((now) => now.model);
  const view = useComparison(task, candidates);
  const { isBusy, isChat, run, cancel } = view;
  // The form sees all runs as one.
  const state = useMemo(() => {
    const inputs = getInputs(session.getSnapshot());
    const busyRun: RunState = { status: 'loading', inputs, startedAt: new Date() };
    return { run: isBusy ? busyRun : idleRun };
  }, [isBusy, session]);
  const actions: Partial<Session> = { run, cancel };
  const add = candidates.length < MAX_CANDIDATES && (
    // The key empties the field after each model.
    <Fragment key={candidates.length}>
      {addModel({ onAdd: (name) => view.add(parseCandidate(name)) })}
    </Fragment>
  );
  return (
    <div
      data-chat={isChat ? '' : undefined}
      className={classes(
        styles.screen,
        isChat ? styles.chat : styles.form,
        isChat ? frame.fill : frame.fillWide,
      )}
    >
      {!isChat && (
        <SessionOverride state={state} actions={actions}>
          <TaskForm key={model} task={task} />
        </SessionOverride>
      )}
      <ComparisonPanel view={view} code={code} add={add} />
      {isChat && (
        <SessionOverride state={state} actions={actions}>
          <Composer task={task} onSend={() => undefined}>
            {null}
          </Composer>
        </SessionOverride>
      )}
    </div>
  );
}
