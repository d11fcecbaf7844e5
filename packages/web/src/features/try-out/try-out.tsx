import { withEndpoint, type Task } from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { useSession, useSessionState } from '../../lib/app-context.ts';
import { useMedia } from '../../lib/page-hooks.ts';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import styles from './try-out.module.css';

interface TryOutProps {
  readonly code: ReactNode;
}

/** The form of the chosen task, the output of its runs, and their code. */
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

/** Must match the width in the style sheet. */
const NARROW = '(width < 60rem)';

function TaskScreen({ task, code }: TryOutProps & { readonly task: Task }) {
  const session = useSession();
  const [options, setOptions] = useState<OptionsView>({ isOpen: false, endpointRequests: 0 });
  const isNarrow = useMedia(NARROW);
  const openEndpointInput = () => {
    session.setChoices(withEndpoint(session.getSnapshot().choices, ''));
    setOptions(({ endpointRequests }) => ({ isOpen: true, endpointRequests: endpointRequests + 1 }));
  };
  const outputPart = (
    <div key="output" className={styles.output}>
      <Output onEndpoint={openEndpointInput} />
    </div>
  );
  const codePart = (
    <div key="code" className={styles.code}>
      {code}
    </div>
  );
  return (
    <div className={styles.screen}>
      <TaskForm task={task} options={options} onOptions={setOptions} />
      {/* On narrow screens the output comes last, so that nothing below it moves. The tab order matches. */}
      {isNarrow ? [codePart, outputPart] : [outputPart, codePart]}
    </div>
  );
}
