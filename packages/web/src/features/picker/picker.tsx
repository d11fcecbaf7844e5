import { tasks } from '@tryout/engine';
import { useNavigate } from 'react-router-dom';
import { pathOf, type Place } from '../../lib/routes.ts';
import { useSessionState } from '../../lib/session-context.ts';

/** Placeholder of the skeleton. */
export function Picker({ place }: { readonly place: Place }) {
  const navigate = useNavigate();
  const { models } = useSessionState((state) => state.models);
  return (
    <>
      <select
        aria-label="Task"
        value={place.task ?? ''}
        onChange={(event) => void navigate(pathOf({ task: event.target.value }))}
      >
        <option value="">Select a task</option>
        {tasks.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Model"
        value={place.model ?? ''}
        onChange={(event) => void navigate(pathOf({ ...place, model: event.target.value }))}
      >
        <option value="">Select a model</option>
        {models.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </>
  );
}
