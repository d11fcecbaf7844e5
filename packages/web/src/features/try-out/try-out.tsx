import { isConversational } from '@tryout/engine';
import { useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionState } from '../../state/app-context.ts';
import { parseCandidates } from '../../state/candidates.ts';
import { classes } from '../../lib/classes.ts';
import { loadOnUse } from '../../ui/failure-note.tsx';
import frame from '../../ui/frame.module.css';
import { Chat } from './chat/chat.tsx';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import { usePendingJob } from './pending-job.ts';
import styles from './try-out.module.css';

const Batch = loadOnUse(() => import('./batch/batch.tsx'));
const Compare = loadOnUse(() => import('./compare/compare.tsx'));

interface TryOutProps {
  readonly code: ReactNode;
  /** A list of models to add to a comparison. */
  addModel(props: { onAdd(name: string): void }): ReactNode;
}

/** The form of the chosen task, and the output of its runs with their code; or a chat; or several models. */
export default function TryOut({ code, addModel }: TryOutProps) {
  const { search } = useLocation();
  const candidates = useMemo(() => parseCandidates(search), [search]);
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const isConversation = useSessionState(isConversational);
  const isUnknown = useSessionState(({ chatSupport }) => chatSupport === undefined);
  usePendingJob();
  const batch = new URLSearchParams(search).get('batch');
  if (!task) return null;
  if (batch !== null)
    return (
      <Batch
        key={task.id}
        task={task}
        id={batch}
        candidates={candidates ?? [{ model: model ?? '' }]}
        addModel={addModel}
      />
    );
  if (candidates?.length)
    return <Compare key={task.id} task={task} candidates={candidates} code={code} addModel={addModel} />;
  const key = `${task.id} ${model ?? ''}`;
  if (isConversation) return <Chat key={key} task={task} code={code} />;
  const isPending = task.conversation !== undefined && isUnknown;
  return (
    <div key={key} className={classes(styles.screen, frame.fillWide, isPending && styles.pending)}>
      <TaskForm task={task} />
      <Output code={code} />
    </div>
  );
}
