import { keptValues, type Task } from '@tryout/engine';
import { useMemo, useState } from 'react';
import { useSession } from '../../lib/session-context.ts';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import type { TryOutProps } from './try-out.tsx';
import styles from './try-out.module.css';

/** The screen of one task and model: the form on the left, what comes of it on the right, the code below. */
export function TryOutScreen({ task, code }: TryOutProps & { readonly task: Task }) {
  const session = useSession();
  const kept = useMemo(() => keptValues(session), [session]);
  const [options, setOptions] = useState<OptionsView>({ isOpen: false, asked: 0 });
  return (
    <div className={styles.screen}>
      <div className={styles.columns}>
        <TaskForm task={task} kept={kept} options={options} onOptions={setOptions} />
        <Output onEndpoint={() => setOptions(({ asked }) => ({ isOpen: true, asked: asked + 1 }))} />
      </div>
      {code}
    </div>
  );
}

/** How the options are shown. */
export interface OptionsView {
  readonly isOpen: boolean;
  /** How often the person was sent there to give an address since they were opened. */
  readonly asked: number;
}
