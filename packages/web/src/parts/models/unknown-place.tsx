import {
  didYouMean,
  findTask,
  InputError,
  isTaskId,
  lookUpListedModel,
  similarTasks,
  UnknownModelError,
} from '@tryout/engine';
import { Link, Navigate } from 'react-router-dom';
import { useLoaded } from '../../lib/hooks.ts';
import { useSession } from '../../state/app-context.ts';
import { toPath, type PickerParams } from '../../state/routes.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

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
