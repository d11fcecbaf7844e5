import {
  getInputs,
  idleRun,
  MAX_CANDIDATES,
  type Candidate,
  type RunState,
  type Session,
  type Task,
} from '@tryout/engine';
import { useMemo } from 'react';
import { classes } from '../../lib/classes.ts';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { RunScope } from '../../state/run-scope.tsx';
import frame from '../../ui/frame.module.css';
import { Composer } from '../../parts/inputs/composer.tsx';
import { AddModel } from '../../parts/models/add-model.tsx';
import { TaskForm } from '../../parts/inputs/task-form.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import { useComparison } from './use-comparison.ts';
import styles from './compare.module.css';

interface CompareProps {
  readonly task: Task;
  readonly candidates: readonly Candidate[];
}

/** The inputs of a task, and the results of several models on them; or a message to several models. */
export default function Compare({ task, candidates }: CompareProps) {
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
    <AddModel key={candidates.length} onAdd={view.add} />
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
        <RunScope state={state} actions={actions}>
          <TaskForm key={model} task={task} />
        </RunScope>
      )}
      <ComparisonPanel view={view} add={add} />
      {isChat && (
        <RunScope state={state} actions={actions}>
          <Composer task={task} onSend={() => undefined}>
            {null}
          </Composer>
        </RunScope>
      )}
    </div>
  );
}
