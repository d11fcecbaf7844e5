import {
  taskGroups,
  taskNamed,
  tasks,
  suggestedModels,
  taskSignature,
  type ModelsState,
  type Task,
  didYouMean,
  findTask,
  InputError,
  isTaskId,
  lookUpListedModel,
  similarTasks,
  starterTasks,
  loaded,
  UnknownModelError,
} from '@tryout/engine';
import { Info } from 'lucide-react';
import { lazy, useMemo, useState, type ReactNode } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { useLoaded } from '../../lib/hooks.ts';
import { useSession } from '../../state/app-context.ts';
import { readRecentModels } from '../../state/recent.ts';
import { toPath, type PickerParams } from '../../state/routes.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RailButton } from '../../ui/rail.tsx';
import { ResultIcon, TaskIcon } from '../../ui/task-icon.tsx';
import { ModelFacts } from './model-rows.tsx';
import styles from './tasks.module.css';

const AboutTask = lazy(() => loaded(() => import('./about-task.tsx')));

/** What people try first, the models that were run last, and all tasks by category. */
export function TaskOverview() {
  const [recent] = useState(readRecentModels);
  return (
    <>
      <Part id="first" title="What do you want to do?">
        <ul className={styles.starters}>
          {starterTasks.map((task) => (
            <li key={task.id} className={styles.card}>
              <ResultIcon task={task} size={20} />
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

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ id, title, children }: PartProps) {
  return (
    <section aria-labelledby={id} className={styles.overview}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ModelCardProps {
  readonly task: Task;
  readonly model: string;
  readonly children: ReactNode;
}

function ModelCard({ task, model, children }: ModelCardProps) {
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

interface UnknownPlaceProps extends PickerParams {
  readonly id: string;
}

/** A path without a known task: an alias (`#/asr`), a model (`#/org/name`), or a mistake. */
export function UnknownPlace({ id, task = '', model }: UnknownPlaceProps) {
  const alias = findTask(task);
  if (alias) return <Navigate replace to={toPath({ task: alias.id, model })} state={task} />;
  const similar = similarTasks(task);
  if (model !== undefined && !model.includes('/') && similar.length === 0)
    return <ModelWithoutTask id={id} model={`${task}/${model}`} />;
  const hint = didYouMean(similar.map((near) => near.id)) || 'Choose one of the tasks below.';
  return (
    <FailureNote id={id} error={new InputError(`Unknown task '${task}'`, { hint })}>
      {similar.map((near) => (
        <p key={near.id}>
          <Link to={toPath({ task: near.id, model })}>{near.label}</Link>
        </p>
      ))}
    </FailureNote>
  );
}

/** Looks up the model, and opens it for its task. */
function ModelWithoutTask({ id, model }: { readonly id: string; readonly model: string }) {
  const session = useSession();
  const {
    value: task,
    error,
    retry,
  } = useLoaded(model, async (_model, signal) => {
    const { task: id } = await lookUpListedModel(session.connection(), model, signal);
    if (id !== undefined && isTaskId(id)) return id;
    throw new InputError(
      id === undefined
        ? `The Hub lists no task for ${model}`
        : `${model} is for the task ${id}, which Tryout does not support`,
      { hint: 'Choose a task first, then search for the model.' },
    );
  });
  if (task !== undefined) return <Navigate replace to={toPath({ task, model })} />;
  if (error !== undefined)
    return (
      <FailureNote id={id} error={error}>
        {!(error instanceof InputError || error instanceof UnknownModelError) && (
          <Button onClick={retry}>Try again</Button>
        )}
      </FailureNote>
    );
  return (
    <p id={id} role="status">
      Looking up {model}
    </p>
  );
}
