import { isTaskId, noModels, taskNamed, visibleLine, type ListedModel } from '@tryout/engine';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSessionState } from '../../lib/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { useListener } from '../../lib/dom-hooks.ts';
import { useHeadingFocus, useTitle } from '../../lib/page-hooks.ts';
import { pathOf, type PickerParams } from '../../lib/routes.ts';
import type { ComboboxHandle } from '../../lib/ui/combobox/combobox.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import { ChosenModel } from './chosen-model.tsx';
import { ModelField } from './model-field.tsx';
import { TaskField } from './task-field.tsx';
import { TaskOverview } from './task-overview.tsx';
import { TaskStart } from './task-start.tsx';
import { UnknownPlace } from './unknown-place.tsx';
import { useListModels } from './use-list-models.ts';
import hidden from '../../lib/ui/panel.module.css';
import styles from './picker.module.css';

/** ID of the error about the task in the URL. */
const TASK_ERROR = 'task-error';

interface PickerProps {
  readonly params: PickerParams;
  /** Whether a form is shown below. */
  readonly hasForm: boolean;
  /** Whether the Hub does not know the model. */
  readonly isUnknown: boolean;
  onUnknown(model: string): void;
}

/** Chooses a task and one of its models by navigating to their paths. */
export function Picker({ params, hasForm, isUnknown, onUnknown }: PickerProps) {
  const navigate = useNavigate();
  const task = params.task !== undefined && isTaskId(params.task) ? taskNamed(params.task) : undefined;
  const isUnknownTask = params.task !== undefined && !task;
  const hasModel = params.model !== undefined && !isUnknown;
  const isChosen = useSessionState((state) => state.task === task);
  const listed = useSessionState((state) => state.models);
  const models = task && isChosen ? listed : noModels;
  const [loadedTask, setLoadedTask] = useState<unknown>();
  if (models.status === 'loaded' && loadedTask !== task) setLoadedTask(task);
  const [known, remember] = useKnownModel(params.model, models.models);
  const field = useRef<ComboboxHandle>(null);
  const listModels = useListModels(field, models);
  useTitle(task && params.model, isUnknownTask ? 'Unknown task' : task?.label);
  const heading = useHeadingFocus();
  const openFound = (model: string, found: ListedModel, replace = false) => {
    remember(found);
    void navigate(pathOf({ task: found.task, model }), { replace });
  };
  useLostFocus(heading, pathOf(params));
  return (
    <>
      <Panel
        aria-label="Task and model"
        className={classes(hasModel && styles.chosen, !task && styles.start)}
      >
        <h1 ref={heading} tabIndex={-1} className={classes(styles.title, hasModel && hidden.hidden)}>
          Try a model
        </h1>
        <div className={styles.fields}>
          <TaskField
            task={task}
            disabled={models.status === 'loading'}
            hasModel={hasModel}
            errorId={isUnknownTask ? TASK_ERROR : undefined}
            onChoose={(id) => void navigate(pathOf({ task: id }))}
            onModel={openFound}
          />
          <ModelField
            task={task}
            models={models}
            model={params.model}
            wasLoaded={task !== undefined && loadedTask === task}
            field={field}
            listModels={listModels}
            onChoose={(model, found) => {
              if (found) remember(found);
              void navigate(pathOf({ ...params, model }));
            }}
          />
        </div>
        {isUnknownTask && (
          <UnknownPlace
            id={TASK_ERROR}
            {...params}
            onModel={(model, found) => openFound(model, found, true)}
          />
        )}
        {task && params.invalidModel !== undefined && (
          <p role="status">{`'${visibleLine(params.invalidModel)}' is not a model ID. Choose a model for this task.`}</p>
        )}
        {task && params.model !== undefined && (
          <ChosenModel
            key={params.model}
            id={params.model}
            task={task}
            known={known}
            onUnknown={onUnknown}
            onShowAvailable={() => listModels({ available: true }, true)}
          />
        )}
      </Panel>
      {task && !hasModel && !hasForm && <TaskStart task={task} models={models} />}
      {!task && <TaskOverview />}
    </>
  );
}

/** The chosen model's listing or lookup, kept when the list changes, and a function to remember one. */
function useKnownModel(
  id: string | undefined,
  models: readonly ListedModel[],
): [known: ListedModel | undefined, remember: (model: ListedModel) => void] {
  const [remembered, remember] = useState<ListedModel>();
  const listed = id === undefined ? undefined : models.find(({ name }) => name === id);
  if (listed && listed !== remembered) remember(listed);
  return [listed ?? (remembered?.name === id ? remembered : undefined), remember];
}

/** Focuses the heading after navigation has removed the followed link. */
function useLostFocus(heading: RefObject<HTMLElement | null>, path: string): void {
  const last = useRef<EventTarget | null>(null);
  useListener(document, 'focusin', ({ target }) => void (last.current = target));
  useLayoutEffect(() => {
    const isRemoved = last.current instanceof Element && !last.current.isConnected;
    if (isRemoved && document.activeElement === document.body) heading.current?.focus();
  }, [heading, path]);
}
