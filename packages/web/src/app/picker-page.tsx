import {
  findOtherTask,
  findTask,
  getTask,
  isConversational,
  isRunning,
  isTaskId,
  MAX_CANDIDATES,
  noModels,
  plainModelId,
  UnknownModelError,
  visibleLine,
} from '@tryout/engine';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useModelField, useModelInfo } from '../parts/models/model-field.tsx';
import { TaskField } from '../parts/models/task-field.tsx';
import { TaskStart } from '../screens/start/start.tsx';
import { useSession, useSessionState } from '../state/app-context.ts';
import { classes } from '../lib/classes.ts';
import { hasRun, parseCandidate, parsePickerPath, toPath } from '../state/routes.ts';
import { loadOnUse } from '../ui/failure-note.tsx';
import { useHeadingFocus, useTitle } from '../lib/hooks.ts';
import { loadTaskOverview } from './start.ts';
import { rememberModel } from '../state/stored/preferences.ts';
import { HeaderSlot } from '../ui/slot.tsx';
import frame from '../ui/frame.module.css';
import hidden from '../ui/panel.module.css';
import picker from '../parts/models/picker.module.css';
import styles from './app.module.css';

const ExpiredDialog = loadOnUse(() => import('../screens/sign-in/expired-dialog.tsx'));
const loadChosenModel = () => import('../parts/models/chosen-model.tsx');
const ModelDetails = loadOnUse(
  async () => ({ default: (await loadChosenModel()).ModelDetails }),
  () => <span className={picker.details} />,
);
const ChosenModel = loadOnUse(async () => ({ default: (await loadChosenModel()).ChosenModel }));
const UnknownPlace = loadOnUse(async () => ({ default: (await loadChosenModel()).UnknownPlace }));
const TaskOverview = loadOnUse(loadTaskOverview);
const TryOut = loadOnUse(() => import('./try-out.tsx'));

/** ID of the error about the task in the URL. */
const TASK_ERROR = 'task-error';

/** The task and model of the URL, and below them the form, its result and the code (specification, section 2). */
export default function PickerPage() {
  const { pathname, search, state: alias } = useLocation();
  const params = parsePickerPath(pathname) ?? {};
  const task = params.task !== undefined && isTaskId(params.task) ? getTask(params.task) : undefined;
  const isUnknownTask = params.task !== undefined && !task;
  const navigate = useNavigate();
  const session = useSession();
  const isOpened = useSessionState((state) => state.task === task);
  const model = useSessionState((state) => state.model);
  const models = useSessionState((state) => (task && isOpened ? state.models : noModels));
  const hasEndpoint = useSessionState(({ choices }) => choices.endpointUrl !== undefined);
  const isExpired = useSessionState(({ signIn }) => signIn.status === 'expired');
  const info = useModelInfo(task && params.model, models.models);
  const heading = useHeadingFocus();
  useTitle(task && params.model, isUnknownTask ? 'Unknown task' : task?.label);
  // Navigation removes the followed link, and with it the focus.
  const lastPath = useRef(pathname);
  useLayoutEffect(() => {
    const isLost = lastPath.current !== pathname && document.activeElement === document.body;
    lastPath.current = pathname;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, [heading, pathname]);
  // The session follows the URL.
  useLayoutEffect(() => {
    if (!task) return;
    session.chooseTask(typeof alias === 'string' && findTask(alias) === task ? alias : task.id);
    if (params.model !== undefined) session.chooseModel(params.model);
  }, [session, task, alias, params.model]);
  const isUnknownModel = info.error instanceof UnknownModelError && !hasEndpoint;
  const hasModel = task !== undefined && params.model !== undefined && !isUnknownModel;
  // A run on an endpoint may have no model.
  const hasTarget = params.model === undefined ? hasEndpoint : model === params.model && hasModel;
  // Chat models of other tasks chat.
  const canChat = useSessionState(isConversational);
  const other = task && !hasEndpoint && !canChat ? findOtherTask(task, info.model?.task) : undefined;
  // A link's run replaces the inputs before they are shown.
  const hasForm =
    task && isOpened && hasTarget && !other && params.invalidModel === undefined && !hasRun(search);
  const isBusy = useSessionState(isRunning);
  useEffect(() => {
    if (isBusy && task && params.model !== undefined) rememberModel({ task: task.id, model: params.model });
  }, [isBusy, task, params.model]);
  const query = new URLSearchParams(search);
  const compared =
    query.get('compare')?.split(',', MAX_CANDIDATES) ?? (params.model === undefined ? [] : [params.model]);
  const { field, note } = useModelField({
    task,
    models,
    model: params.model,
    compared,
    onChoose(name) {
      const { model: id, provider } = parseCandidate(name);
      session.chooseModel(id);
      if (provider !== undefined)
        session.setChoices({ ...session.getSnapshot().choices, endpointUrl: undefined, provider });
      void navigate(toPath({ task: params.task, model: id }));
    },
    onCompare: (ids) => {
      const model = plainModelId(ids[0]!);
      const batch = query.get('batch');
      const rest = batch === null ? '' : `&batch=${batch}`;
      void navigate(`${toPath({ task: params.task, model })}?compare=${ids.join(',')}${rest}`);
    },
  });
  return (
    <>
      {isExpired && <ExpiredDialog />}
      <HeaderSlot.Fill>
        <section aria-label="Task and model" className="line">
          <TaskField
            task={task}
            disabled={models.status === 'loading'}
            errorId={isUnknownTask ? TASK_ERROR : undefined}
            onPath={(path) => void navigate(path)}
          />
          {field}
          {task && params.model !== undefined && (
            <ModelDetails key={params.model} id={params.model} task={task} info={info} />
          )}
        </section>
      </HeaderSlot.Fill>
      <div className={classes(styles.picker, hasForm && styles.withForm, hasForm && frame.fillWide)}>
        <div className={classes(styles.above, !task && picker.start)}>
          <h1 ref={heading} tabIndex={-1} className={classes(task && hidden.hidden)}>
            Try a model
          </h1>
          {note}
          {!task && <p>Or paste a model ID or the URL of a model page.</p>}
          {isUnknownTask && <UnknownPlace id={TASK_ERROR} {...params} />}
          {task && params.invalidModel !== undefined && (
            <p role="status">{`'${visibleLine(params.invalidModel)}' is not a model ID. Choose a model for this task.`}</p>
          )}
          {task && params.model !== undefined && (
            <ChosenModel key={params.model} id={params.model} task={task} info={info} other={other} />
          )}
        </div>
        {task && !hasModel && !hasForm && <TaskStart task={task} models={models} />}
        {!task && <TaskOverview />}
        {hasForm && <TryOut />}
      </div>
    </>
  );
}
