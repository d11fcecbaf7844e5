import type { Task } from '@tryout/engine';
import { classes } from '../../lib/classes.ts';
import { TaskForm } from '../../parts/inputs/task-form.tsx';
import { Output } from '../../parts/output/output.tsx';
import frame from '../../ui/frame.module.css';
import styles from './run.module.css';

interface RunProps {
  readonly task: Task;
  /** Whether the model may turn out to chat. */
  readonly isPending: boolean;
}

/** The form of a task, and the output of its runs with their code. */
export function Run({ task, isPending }: RunProps) {
  return (
    <div className={classes(styles.screen, frame.fillWide, isPending && styles.pending)}>
      <TaskForm task={task} />
      <Output />
    </div>
  );
}
