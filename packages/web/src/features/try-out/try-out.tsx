import { keptValues, type Task, withEndpoint } from '@tryout/engine';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession, useSessionState } from '../../lib/app-context.ts';
import { useMedia } from '../../lib/page-hooks.ts';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import styles from './try-out.module.css';

export interface TryOutProps {
  /** What shows the code of the run. */
  readonly code: ReactNode;
}

/** The form of the chosen task, what comes of running it, and its code. */
export function TryOut(props: TryOutProps) {
  const task: Task | undefined = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  if (!task) return null;
  // What was typed for one model before is not brought back for another.
  return <TryOutScreen key={`${task.id} ${model ?? ''}`} task={task} {...props} />;
}

/** Where there is no room for the output beside the form; the style sheet has the same. */
const NARROW = '(width < 60rem)';

/**
 * The screen of one task and model: the form on the left, what comes of it on the right, the code below. On a narrow one
 * the output is the last, so that nothing stands below that moves when a result comes.
 */
export function TryOutScreen({ task, code }: TryOutProps & { readonly task: Task }) {
  const session = useSession();
  const kept = useMemo(() => keptValues(session), [session]);
  const [options, setOptions] = useState<OptionsView>({ isOpen: false, asked: 0 });
  const isNarrow = useMedia(NARROW);
  const askForEndpoint = () => {
    session.setChoices(withEndpoint(session.getSnapshot().choices, ''));
    setOptions(({ asked }) => ({ isOpen: true, asked: asked + 1 }));
  };
  const output = (
    <div key="output" className={styles.output}>
      <Output onEndpoint={askForEndpoint} />
    </div>
  );
  const codePart = (
    <div key="code" className={styles.code}>
      {code}
    </div>
  );
  return (
    <div className={styles.screen}>
      <TaskForm task={task} kept={kept} options={options} onOptions={setOptions} />
      {/* In the order in which they are seen, for whoever goes on with the keyboard; what is in them stays. */}
      {isNarrow ? [codePart, output] : [output, codePart]}
    </div>
  );
}

/** How the options are shown. */
export interface OptionsView {
  readonly isOpen: boolean;
  /** How often the person was sent there to give an address since they were opened. */
  readonly asked: number;
}
