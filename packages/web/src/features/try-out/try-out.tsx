import type { ReactNode } from 'react';
import { useSessionState } from '../../state/app-context.ts';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import { usePendingJob } from './pending-job.ts';
import styles from './try-out.module.css';

/** The form of the chosen task, and the output of its runs with their code. */
export default function TryOut({ code }: { readonly code: ReactNode }) {
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  usePendingJob();
  if (!task) return null;
  return (
    <div key={`${task.id} ${model ?? ''}`} className={styles.screen}>
      <TaskForm task={task} />
      <Output code={code} />
    </div>
  );
}
