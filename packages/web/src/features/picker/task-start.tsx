import {
  taskGroups,
  taskNamed,
  tasks,
  suggestedModels,
  taskSignature,
  type ListedModel,
  type Task,
} from '@tryout/engine';
import { useState, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { readRecentModels } from '../../state/recent.ts';
import { toPath } from '../../state/routes.ts';
import { Panel } from '../../ui/panel.tsx';
import { TaskIcon } from '../../ui/task-icon.tsx';
import { ModelFacts } from './model-rows.tsx';
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

const MAX_MODELS = 6;

interface TaskStartProps {
  readonly task: Task;
  readonly models: readonly ListedModel[];
}

/** The task's inputs, output and summary, and models to start with, until a model is chosen. */
export function TaskStart({ task, models }: TaskStartProps) {
  const { inputs, output } = taskSignature(task);
  const start = useMemo(() => suggestedModels(models, MAX_MODELS), [models]);
  return (
    <div className={styles.start}>
      <section aria-labelledby="about" className={styles.about}>
        <TaskIcon task={task} className={styles.aboutIcon} />
        <div className={styles.text}>
          <h2 id="about">{task.label}</h2>
          <p className={styles.summary}>{task.summary}</p>
        </div>
        <dl className={styles.exchange}>
          <div>
            <dt>You provide</dt>
            <dd>{inputs.join(', ')}</dd>
          </div>
          <div>
            <dt>You get</dt>
            <dd>{output}</dd>
          </div>
        </dl>
      </section>
      {start.models.length > 0 && (
        <section aria-labelledby="begin" className={styles.overview}>
          <h2 id="begin" className={styles.heading}>
            Start with one of these
          </h2>
          <p className={styles.note}>
            {start.haveProvider
              ? 'Available now, most downloaded first.'
              : 'No provider runs these right now. You can run them on your own endpoint.'}
          </p>
          <ul className={styles.cards}>
            {start.models.map((model) => (
              <li key={model.name} className={styles.card}>
                <div className={styles.text}>
                  <Link
                    to={toPath({ task: task.id, model: model.name })}
                    className={styles.link}
                    title={model.name}
                  >
                    {model.name}
                  </Link>
                  <ModelFacts model={model} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
