import { suggestedModels, taskSignature, type ListedModel, type Task } from '@tryout/engine';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { toPath } from '../../state/routes.ts';
import { TaskIcon } from '../../ui/task-icon.tsx';
import { ModelFacts } from './model-rows.tsx';
import styles from './tasks.module.css';

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
