import { suggestedModels, taskSignature, type ModelsState, type Task } from '@tryout/engine';
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

const MAX_MODELS = 5;

interface TaskStartProps {
  readonly task: Task;
  readonly models: ModelsState;
}

/** The task's inputs, output and summary, and models to start with, until a model is chosen. */
export function TaskStart({ task, models: { status, models } }: TaskStartProps) {
  const { inputs, output } = taskSignature(task);
  const start = useMemo(() => suggestedModels(models, MAX_MODELS), [models]);
  const isLoading = (status === 'idle' || status === 'loading') && start.models.length === 0;
  return (
    <div className={styles.start}>
      <Panel aria-labelledby="about">
        {/* On phones, the field above shows it. */}
        <h2 id="about" className={hidden.onPhones}>
          {task.label}
        </h2>
        <dl className={styles.exchange}>
          <dt>You provide</dt>
          <dd>{inputs.join(', ')}</dd>
          <dt>You get</dt>
          <dd>{output}</dd>
        </dl>
        <p id={TASK_SUMMARY} className={styles.summary}>
          {task.summary}
        </p>
      </Panel>
      {(isLoading || start.models.length > 0) && (
        <Panel aria-labelledby="begin" className={styles.models}>
          <h2 id="begin">Start with one of these</h2>
          <p className={styles.note}>
            {isLoading || start.haveProvider
              ? 'Available now, most downloaded first.'
              : 'No provider runs these right now. You can run them on your own endpoint.'}
          </p>
          <ul>
            {isLoading &&
              Array.from({ length: MAX_MODELS }, (_, index) => (
                <li key={index} className={styles.skeleton} />
              ))}
            {start.models.map((model) => (
              <li key={model.name}>
                <Link to={pathOf({ task: task.id, model: model.name })} className={styles.model}>
                  <span className={pickerStyles.row}>
                    <span className={classes(pickerStyles.rowName, styles.name)} title={model.name}>
                      {model.name}
                    </span>
                    <ModelFacts model={model} />
                  </span>
                  <ChevronRight aria-hidden="true" size={18} className={styles.chevron} />
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
