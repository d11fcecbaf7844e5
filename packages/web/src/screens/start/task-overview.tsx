import { starterTasks, taskGroups, taskNamed, tasks } from '@tryout/engine';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { readRecentModels } from '../../state/stored/preferences.ts';
import { toPath } from '../../state/routes.ts';
import { Panel } from '../../ui/panel.tsx';
import { TaskIcon } from '../../ui/task-icon.tsx';
import { ModelCard, Part } from './start.tsx';
import styles from './tasks.module.css';

/** What people try first, the models that were run last, and all tasks by category. */
export default function TaskOverview() {
  const [recent] = useState(readRecentModels);
  return (
    <>
      <Part id="first" title="What do you want to do?">
        <ul className={styles.starters}>
          {starterTasks.map((task) => (
            <li key={task.id} className={styles.card}>
              <TaskIcon task={task} />
              <div className={styles.text}>
                <Link to={toPath({ task: task.id })} className={styles.link}>
                  {sentenceCase(task.intents[0]!)}
                </Link>
                <p className={styles.note}>{task.label}</p>
              </div>
            </li>
          ))}
        </ul>
      </Part>
      {recent.length > 0 && (
        <Part id="recent" title="Recent models">
          <ul className={classes(styles.cards, styles.recent)}>
            {recent.map(({ task: id, model }) => {
              const task = taskNamed(id);
              return (
                <li key={`${id} ${model}`} className={styles.card}>
                  <TaskIcon task={task} />
                  <ModelCard task={task} model={model}>
                    <p className={styles.note}>{task.label}</p>
                  </ModelCard>
                </li>
              );
            })}
          </ul>
        </Part>
      )}
      <Part id="overview" title={`All ${tasks.length} tasks`}>
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
      </Part>
    </>
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
