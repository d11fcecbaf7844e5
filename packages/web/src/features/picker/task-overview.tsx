import { tasks } from '@tryout/engine';
import { Link } from 'react-router-dom';
import { pathOf } from '../../lib/routes.ts';
import rows from './rows.module.css';
import styles from './task-overview.module.css';

/** All tasks at a glance, for whoever does not know yet what to look for. */
export function TaskOverview() {
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className={styles.title}>
        All {tasks.length} tasks
      </h2>
      <ul className={styles.tasks}>
        {tasks.map(({ id, label, modality, summary }) => (
          <li key={id} className={styles.task}>
            <h3 className={styles.label}>
              <Link to={pathOf({ task: id })}>{label}</Link>
            </h3>
            <span className={rows.badge}>{modality}</span>
            <p className={styles.summary} title={summary}>
              {summary}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
