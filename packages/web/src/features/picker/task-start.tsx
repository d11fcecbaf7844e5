import { type ModelsState, modelsToBegin, type Task, taskExchange } from '@tryout/engine';
import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { pathOf } from '../../lib/routes.ts';
import { Panel } from '../../lib/ui/panel.tsx';
import { ModelFacts } from './model-rows.tsx';
import { TASK_SUMMARY } from './task-field.tsx';
import hidden from '../../lib/ui/panel.module.css';
import pickerStyles from './picker.module.css';
import styles from './tasks.module.css';

/** A few are read, more are a list. */
const MOST = 5;

interface TaskStartProps {
  readonly task: Task;
  /** Those of the task. */
  readonly models: ModelsState;
}

/** What a task is about, and models to begin with, for whoever has chosen none yet. */
export function TaskStart({ task, models: { status, models } }: TaskStartProps) {
  const { takes, gives } = taskExchange(task);
  const begin = useMemo(() => modelsToBegin(models, MOST), [models]);
  const isComing = (status === 'idle' || status === 'loading') && begin.models.length === 0;
  return (
    <div className={styles.start}>
      <Panel aria-labelledby="about">
        {/* The field above shows it. */}
        <h2 id="about" className={hidden.onPhones}>
          {task.label}
        </h2>
        <dl className={styles.exchange}>
          <dt>You give</dt>
          <dd>{takes.join(', ')}</dd>
          <dt>You get</dt>
          <dd>{gives}</dd>
        </dl>
        <p id={TASK_SUMMARY} className={styles.summary}>
          {task.summary}
        </p>
      </Panel>
      {(isComing || begin.models.length > 0) && (
        <Panel aria-labelledby="begin" className={styles.models}>
          <h2 id="begin">Begin with one of these</h2>
          <p className={styles.note}>
            {isComing || begin.areServed
              ? 'Served now, the most downloaded first.'
              : 'Nobody serves these now; an endpoint of your own can run them.'}
          </p>
          <ul>
            {isComing &&
              Array.from({ length: MOST }, (_, index) => <li key={index} className={styles.place} />)}
            {begin.models.map((model) => (
              <li key={model.name}>
                <Link to={pathOf({ task: task.id, model: model.name })} className={styles.model}>
                  <span className={pickerStyles.row}>
                    <span className={classes(pickerStyles.rowName, styles.name)} title={model.name}>
                      {model.name}
                    </span>
                    <ModelFacts model={model} />
                  </span>
                  <ChevronRight aria-hidden="true" size={18} className={styles.sign} />
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
