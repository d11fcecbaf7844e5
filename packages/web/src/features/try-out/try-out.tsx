import type { ReactNode } from 'react';
import { useSessionState } from '../../state/app-context.ts';
import { classes } from '../../lib/classes.ts';
import frame from '../../ui/frame.module.css';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import styles from './try-out.module.css';

/** The form of the chosen task, and the output of its runs with their code. */
export default function TryOut({ code }: { readonly code: ReactNode }) {
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  if (!task) return null;
  return (
    <div key={`${task.id} ${model ?? ''}`} className={classes(styles.screen, frame.fillWide)}>
      <TaskForm task={task} />
      <Output code={code} />
    </div>
  );
}
