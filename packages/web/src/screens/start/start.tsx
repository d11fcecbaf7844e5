import { suggestedModels, taskSignature, type ModelsState, type Task } from '@tryout/engine';
import { Info } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { toPath } from '../../state/routes.ts';
import { loadOnUse } from '../../ui/failure-note.tsx';
import { RailButton } from '../../ui/rail.tsx';
import { TaskIcon } from '../../ui/task-icon.tsx';
import { ModelFacts } from '../../parts/models/model-rows.tsx';
import styles from './tasks.module.css';

const AboutTask = loadOnUse(() => import('../../parts/models/about-task.tsx'));

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Part({ id, title, children }: PartProps) {
  return (
    <section aria-labelledby={id} className={styles.overview}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface ModelCardProps {
  readonly task: Task;
  readonly model: string;
  readonly children: ReactNode;
}

/** A link to a model, for a card. */
export function ModelCard({ task, model, children }: ModelCardProps) {
  return (
    <div className={styles.text}>
      <Link to={toPath({ task: task.id, model })} className={styles.link} title={model}>
        {model}
      </Link>
      {children}
    </div>
  );
}

const MAX_MODELS = 6;

interface TaskStartProps {
  readonly task: Task;
  readonly models: ModelsState;
}

/** The task's inputs, output and summary, and models to start with, until a model is chosen. */
export function TaskStart({ task, models }: TaskStartProps) {
  const { inputs, output } = taskSignature(task);
  const start = useMemo(() => suggestedModels(models.models, MAX_MODELS), [models.models]);
  return (
    <div className={styles.start}>
      <section aria-labelledby="about" className={styles.about}>
        <TaskIcon task={task} className={styles.aboutIcon} />
        <div className={styles.text}>
          <h2 id="about">{task.label}</h2>
          <p className={styles.summary}>{task.summary}</p>
        </div>
        <RailButton icon={Info} rail={(close) => <AboutTask task={task} onClose={close} />}>
          About this task
        </RailButton>
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
      {models.status === 'loading' && start.models.length === 0 && (
        <ul aria-hidden="true" className={styles.cards}>
          {Array.from({ length: MAX_MODELS }, (_, index) => (
            <li key={index} className={classes(styles.card, styles.skeleton)} />
          ))}
        </ul>
      )}
      {start.models.length > 0 && (
        <Part
          id="begin"
          title={start.models.length === 1 ? 'Start with this one' : 'Start with one of these'}
        >
          <p className={styles.note}>
            {start.haveProvider
              ? 'Available now, most downloaded first.'
              : 'No provider runs these right now. You can run them on your own endpoint.'}
          </p>
          <ul className={styles.cards}>
            {start.models.map((model) => (
              <li key={model.name} className={styles.card}>
                <ModelCard task={task} model={model.name}>
                  <ModelFacts model={model} />
                </ModelCard>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}
