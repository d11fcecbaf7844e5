import {
  ANY_PROVIDER,
  isTaskId,
  type ListedModel,
  type ModelsState,
  noModels,
  type Session,
  taskNamed,
  visibleLine,
} from '@tryout/engine';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession, useSessionState } from '../../lib/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { useArrival, useTitle } from '../../lib/page-hooks.ts';
import { pathOf, type Place } from '../../lib/routes.ts';
import type { ComboboxHandle } from '../../lib/ui/combobox/combobox.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import { ChosenModel } from './chosen-model.tsx';
import { ModelArea } from './model-field.tsx';
import { TaskField } from './task-field.tsx';
import { TaskOverview, UnknownTask } from './task-overview.tsx';
import { TaskStart } from './task-start.tsx';
import hidden from '../../lib/ui/panel.module.css';
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

/**
 * What is known of the chosen model without asking: its row of the list, also after the list was narrowed to others.
 * @returns it, and how to tell what was looked up
 */
function useChosenModel(
  id: string | undefined,
  models: readonly ListedModel[],
): [known: ListedModel | undefined, remember: (model: ListedModel) => void] {
  const [remembered, remember] = useState<ListedModel>();
  const listed = id === undefined ? undefined : models.find(({ name }) => name === id);
  if (listed && listed !== remembered) remember(listed);
  return [listed ?? (remembered?.name === id ? remembered : undefined), remember];
}

/** Where the tab keeps that only models are listed that are served. */
const KEY = 'servedOnly';

/**
 * Keeps whether only models are listed that are served for as long as the tab is there, over loading it anew as well.
 */
function useKeptNarrowing(): void {
  const session = useSession();
  const models = useSessionState((state) => state.models);
  // Before a task is chosen, which lists its models.
  useLayoutEffect(() => bringBack(session), [session]);
  useLayoutEffect(() => {
    if (models.status !== 'idle') keep(models.provider !== undefined);
  }, [models]);
}

function bringBack(session: Session): void {
  try {
    if (sessionStorage.getItem(KEY) === null) return;
    if (session.getSnapshot().models.provider === undefined) session.listModels({ provider: ANY_PROVIDER });
  } catch {
    // A browser that keeps nothing has kept nothing (F31).
  }
}

function keep(isServedOnly: boolean): void {
  try {
    if (isServedOnly) sessionStorage.setItem(KEY, '');
    else sessionStorage.removeItem(KEY);
  } catch {
    // It holds until the page is left.
  }
}

/** What the list is narrowed to on the hub. */
export interface Narrowing {
  readonly search?: string;
  /** Only models that somebody serves now. */
  readonly served?: boolean;
}

/**
 * Lists the task's models anew.
 * @returns a function whose `open` opens the list as soon as it is there
 */
function useNarrowing(
  field: RefObject<ComboboxHandle | null>,
  { status }: ModelsState,
): (to: Narrowing, open?: boolean) => void {
  const session = useSession();
  const waiting = useRef<object>(undefined);
  useEffect(() => {
    if (status !== 'loaded' || waiting.current === undefined) return;
    const isSameTask = waiting.current === session.getSnapshot().task;
    waiting.current = undefined;
    if (isSameTask) field.current?.open();
  }, [field, session, status]);
  return ({ search, served }, open = false) => {
    waiting.current = open ? session.getSnapshot().task : undefined;
    session.listModels({
      ...(search === undefined ? {} : { search }),
      ...(served ? { provider: ANY_PROVIDER } : {}),
    });
  };
}

/**
 * Leads to a heading whoever has followed a link that is gone where it led to: the focus would be nowhere, a screen
 * reader silent, and the page scrolled to where the link was.
 * @param place where the person is now
 */
function useLostFocus(heading: RefObject<HTMLElement | null>, place: string): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => void (last.current = target);
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);
  useLayoutEffect(() => {
    const isGone = last.current instanceof Element && !last.current.isConnected;
    if (isGone && document.activeElement === document.body) heading.current?.focus();
  }, [heading, place]);
}
