import {
  closest,
  InputError,
  type Task,
  taskExchange,
  taskSummary,
  taskGroups,
  taskNamed,
  tasks,
} from '@tryout/engine';
import { Link } from 'react-router-dom';
import { pathOf, type Place } from '../../lib/routes.ts';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { VisuallyHidden } from '../../lib/ui/panel.tsx';
import styles from './tasks.module.css';

/** All tasks at a glance, for whoever does not know yet what to look for. */
export function TaskOverview() {
  return (
    <section aria-labelledby="overview" className={styles.overview}>
      <h2 id="overview">All {tasks.length} tasks</h2>
      {taskGroups.map((group) => (
        <section key={group.modality} aria-labelledby={group.modality} className={styles.group}>
          <h3 id={group.modality}>{group.label}</h3>
          <ul className={styles.tasks}>
            {group.tasks.map((task) => (
              <li key={task.id} className={styles.task}>
                <h4 className={styles.label}>
                  <Link to={pathOf({ task: task.id })}>{task.label}</Link>
                </h4>
                <p className={styles.gist}>{taskSummary(task)}</p>
                <p className={styles.overviewExchange}>
                  <Exchange task={task} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** What a task takes and gives, in a line: `question, image → answers with scores`. */
function Exchange({ task }: { readonly task: Task }) {
  const { takes, gives } = taskExchange(task);
  return (
    <>
      {takes.join(', ')} <span aria-hidden="true">→</span>
      <VisuallyHidden>gives</VisuallyHidden> {gives}
    </>
  );
}

/** Says that the address names no task, and leads to the one that was meant. */
export function UnknownTask({ id, task, model }: { readonly id: string } & Place) {
  const near = closest(
    (task ?? '').replace(/[\s_]+/g, '-'),
    tasks.map((known) => known.id),
  );
  return (
    <FailureNote id={id} error={near === undefined ? withoutNames(errorOf(task ?? '')) : errorOf(task ?? '')}>
      {near !== undefined && (
        <p>
          <Link to={pathOf({ task: near, ...(model === undefined ? {} : { model }) })}>
            {taskNamed(near).label}
          </Link>
        </p>
      )}
    </FailureNote>
  );
}

function errorOf(task: string): unknown {
  try {
    return taskNamed(task);
  } catch (error) {
    return error;
  }
}

/** Without the names of all tasks: the page shows them as cards. */
function withoutNames(error: unknown): unknown {
  return error instanceof InputError
    ? new InputError(error.message, { hint: 'Choose one of those below.' })
    : error;
}
