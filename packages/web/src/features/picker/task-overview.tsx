import { taskGroups, taskNamed, tasks } from '@tryout/engine';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { readRecentModels } from '../../state/recent-models.ts';
import { toPath } from '../../state/routes.ts';
import { Panel } from '../../ui/panel.tsx';
import { TaskIcon } from '../../ui/task-icon.tsx';
import styles from './tasks.module.css';

/** The models that were opened last, and all tasks by category. */
export function TaskOverview() {
  return (
    <>
      <RecentModels />
      <section aria-labelledby="overview" className={styles.overview}>
        <h2 id="overview" className={styles.heading}>
          All {tasks.length} tasks
        </h2>
        <div className={styles.groups}>
          {taskGroups.map((group) => (
            <Panel key={group.modality} aria-labelledby={group.modality} className={styles.group}>
              <h3 id={group.modality} className={styles.groupName}>
                {group.label}
              </h3>
              <ul className={styles.tasks}>
                {group.tasks.map((task) => (
                  <li key={task.id} className={styles.entry}>
                    <TaskIcon task={task} />
                    <div className={styles.text}>
                      <h4>
                        <Link to={toPath({ task: task.id })} className={styles.link}>
                          {task.label}
                        </Link>
                      </h4>
                      <p className={styles.note}>{task.summary}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      </section>
    </>
  );
}

function RecentModels() {
  const [recent] = useState(readRecentModels);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent" className={styles.overview}>
      <h2 id="recent" className={styles.heading}>
        Recent models
      </h2>
      <ul className={classes(styles.cards, styles.recent)}>
        {recent.map(({ task: id, model }) => {
          const task = taskNamed(id);
          return (
            <li key={`${id} ${model}`} className={styles.card}>
              <TaskIcon task={task} />
              <div className={styles.text}>
                <Link to={toPath({ task: id, model })} className={styles.link} title={model}>
                  {model}
                </Link>
                <p className={styles.note}>{task.label}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
