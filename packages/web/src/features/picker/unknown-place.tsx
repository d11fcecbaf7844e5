import { findTask, InputError, similarTask, type ListedModel } from '@tryout/engine';
import { Link, Navigate } from 'react-router-dom';
import { useSession } from '../../lib/app-context.ts';
import { pathOf, type PickerParams } from '../../lib/routes.ts';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import { lookUpWithTask } from './typed-model.ts';

interface UnknownPlaceProps extends PickerParams {
  /** ID of the error. */
  readonly id: string;
  onModel(id: string, model: ListedModel): void;
}

/** A path without a known task: an alias (`#/asr`), a model (`#/org/name`), or a mistake. */
export function UnknownPlace({ id, task = '', model, onModel }: UnknownPlaceProps) {
  const alias = findTask(task);
  if (alias) return <Navigate replace to={pathOf({ task: alias.id, model })} />;
  const isModel = model !== undefined && !model.includes('/') && !similarTask(task);
  if (isModel) return <ModelWithoutTask id={id} model={`${task}/${model}`} onModel={onModel} />;
  return <UnknownTask id={id} task={task} model={model} />;
}

interface ModelWithoutTaskProps extends Pick<UnknownPlaceProps, 'id' | 'onModel'> {
  readonly model: string;
}

function ModelWithoutTask({ id, model, onModel }: ModelWithoutTaskProps) {
  const session = useSession();
  const { error } = useLoaded(model, async (_model, signal) => {
    const found = await lookUpWithTask(session.connection(), model, signal);
    if (!signal.aborted) onModel(model, found);
  });
  if (error !== undefined) return <FailureNote id={id} error={error} />;
  return (
    <p id={id} role="status">
      Looking up {model}
    </p>
  );
}

/** Error for a path with an unknown task, with a link to the closest one. */
function UnknownTask({ id, task = '', model }: Omit<UnknownPlaceProps, 'onModel'>) {
  const closestTask = similarTask(task);
  const hint =
    closestTask === undefined ? 'Choose one of the tasks below.' : `Did you mean ${closestTask.id}?`;
  return (
    <FailureNote id={id} error={new InputError(`Unknown task '${task}'`, { hint })}>
      {closestTask !== undefined && (
        <p>
          <Link to={pathOf({ task: closestTask.id, model })}>{closestTask.label}</Link>
        </p>
      )}
    </FailureNote>
  );
}
