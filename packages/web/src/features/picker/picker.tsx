import { isTaskId, noModels, taskNamed, visibleLine } from '@tryout/engine';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { pathOf, type Place } from '../../lib/routes.ts';
import { useSessionState } from '../../lib/session-context.ts';
import type { ComboboxHandle } from '../../lib/ui/combobox/combobox.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import { useArrival } from '../../lib/use-arrival.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ChosenModel } from './chosen-model.tsx';
import { ModelArea } from './model-area.tsx';
import { TaskField } from './task-field.tsx';
import { TaskOverview } from './task-overview.tsx';
import { TaskStart } from './task-start.tsx';
import { UnknownTask } from './unknown-task.tsx';
import { useChosenModel } from './use-chosen-model.ts';
import { useLostFocus } from './use-lost-focus.ts';
import { useKeptNarrowing } from './use-kept-narrowing.ts';
import { useNarrowing } from './use-narrowing.ts';
import hidden from '../../lib/ui/visually-hidden.module.css';
import styles from './picker.module.css';

/** Where what is wrong with the task is said. */
const FAULT = 'task-fault';

/** Chooses a task and one of its models by going to their address. */
export function Picker({ place }: { readonly place: Place }) {
  const navigate = useNavigate();
  const task = place.task !== undefined && isTaskId(place.task) ? taskNamed(place.task) : undefined;
  const isThere = useSessionState((state) => state.task === task);
  const listed = useSessionState(({ models }) => models);
  const models = task && isThere ? listed : noModels;
  const [loadedFor, setLoadedFor] = useState<unknown>();
  if (models.status === 'loaded' && loadedFor !== task) setLoadedFor(task);
  const [known, remember] = useChosenModel(place.model, models.models);
  const field = useRef<ComboboxHandle>(null);
  useKeptNarrowing();
  const narrow = useNarrowing(field, models);
  const isUnknown = place.task !== undefined && !task;
  useTitle(task && place.model, isUnknown ? 'No such task' : task?.label);
  const heading = useArrival();
  useLostFocus(heading, pathOf(place));
  const hasModel = place.model !== undefined;
  return (
    <>
      <Panel aria-label="Task and model" className={classes(hasModel && styles.chosen)}>
        <h1 ref={heading} tabIndex={-1} className={classes(styles.title, hasModel && hidden.onPhones)}>
          Try a model
        </h1>
        <div className={styles.fields}>
          <TaskField
            task={task}
            disabled={models.status === 'loading'}
            hasModel={hasModel}
            onChoose={(id) => void navigate(pathOf({ task: id }))}
            onModel={(model, found) => {
              remember(found);
              void navigate(pathOf({ ...(found.task === undefined ? {} : { task: found.task }), model }));
            }}
            {...(isUnknown ? { faultId: FAULT } : {})}
          />
          <ModelArea
            task={task}
            models={models}
            model={place.model}
            wasLoaded={task !== undefined && loadedFor === task}
            field={field}
            narrow={narrow}
            onChoose={(model, lookedUp) => {
              if (lookedUp) remember(lookedUp);
              void navigate(pathOf({ ...place, model }));
            }}
          />
        </div>
        {isUnknown && <UnknownTask id={FAULT} {...place} />}
        {task && place.wrongModel !== undefined && (
          <p role="status">{`'${visibleLine(place.wrongModel)}' is not a model ID. Choose a model of this task.`}</p>
        )}
        {task && place.model !== undefined && (
          <ChosenModel
            key={place.model}
            id={place.model}
            task={task}
            known={known}
            onShowServed={() => narrow({ served: true }, true)}
          />
        )}
      </Panel>
      {task && !hasModel && <TaskStart task={task} models={models} />}
      {!task && <TaskOverview />}
    </>
  );
}
