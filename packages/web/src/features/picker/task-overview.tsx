import { taskGist, taskGroups, tasks } from '@tryout/engine';
import { Link } from 'react-router-dom';
import { pathOf } from '../../lib/routes.ts';
import { Exchange } from './exchange.tsx';
import styles from './task-overview.module.css';

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
                <p className={styles.gist}>{taskGist(task)}</p>
                <p className={styles.exchange}>
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
