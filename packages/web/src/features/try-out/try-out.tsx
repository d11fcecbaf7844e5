import { withEndpoint, type Task } from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { useSession, useSessionState } from '../../lib/app-context.ts';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import styles from './try-out.module.css';

interface TryOutProps {
  readonly code: ReactNode;
}

/** The form of the chosen task, and the output of its runs with their code. */
export default function TryOut({ code }: TryOutProps) {
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  if (!task) return null;
  return <TaskScreen key={`${task.id} ${model ?? ''}`} task={task} code={code} />;
}

export interface OptionsView {
  readonly isOpen: boolean;
  /** How often the endpoint input was requested since the options were opened. */
  readonly endpointRequests: number;
}

function TaskScreen({ task, code }: TryOutProps & { readonly task: Task }) {
  const session = useSession();
  const [options, setOptions] = useState<OptionsView>({ isOpen: false, endpointRequests: 0 });
  const openEndpointInput = () => {
    session.setChoices(withEndpoint(session.getSnapshot().choices, ''));
    setOptions(({ endpointRequests }) => ({ isOpen: true, endpointRequests: endpointRequests + 1 }));
  };
  return (
    <div className={styles.screen}>
      <TaskForm task={task} options={options} onOptions={setOptions} />
      <Output code={code} onEndpoint={openEndpointInput} />
    </div>
  );
}
