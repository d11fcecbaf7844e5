import { closest, InputError, taskNamed, tasks } from '@tryout/engine';
import { Link } from 'react-router-dom';
import { pathOf, type Place } from '../../lib/routes.ts';
import { FailureNote } from '../../lib/ui/failure-note.tsx';

/** Says that the address names no task, and leads to the one that was meant. */
export function UnknownTask({ id, task, model }: { readonly id: string } & Place) {
  const near = closest(
    (task ?? '').replace(/[\s_]+/g, '-'),
    tasks.map((known) => known.id),
  );
  return (
    <FailureNote id={id} error={near === undefined ? withoutNames(errorOf(task ?? '')) : errorOf(task ?? '')}>
      {near !== undefined && (
        <p>
          <Link to={pathOf({ task: near, ...(model === undefined ? {} : { model }) })}>
            {taskNamed(near).label}
          </Link>
        </p>
      )}
    </FailureNote>
  );
}

function errorOf(task: string): unknown {
  try {
    return taskNamed(task);
  } catch (error) {
    return error;
  }
}

/** Without the names of all tasks: the page shows them as cards. */
function withoutNames(error: unknown): unknown {
  return error instanceof InputError
    ? new InputError(error.message, { hint: 'Choose one of those below.' })
    : error;
}
