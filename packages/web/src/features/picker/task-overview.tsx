import { taskSignature, taskGroups, tasks } from '@tryout/engine';
import { Link } from 'react-router-dom';
import { pathOf } from '../../lib/routes.ts';
import { VisuallyHidden } from '../../lib/ui/panel.tsx';
import styles from './tasks.module.css';

/** All tasks as cards: `question, image → answers with scores`. */
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
                <p className={styles.taskSummary}>{task.summary}</p>
                <p className={styles.overviewExchange}>
                  {taskSignature(task).inputs.join(', ')} <span aria-hidden="true">→</span>
                  <VisuallyHidden>to</VisuallyHidden> {taskSignature(task).output}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
