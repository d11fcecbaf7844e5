import { withEndpoint, type Task } from '@tryout/engine';
import { useState } from 'react';
import { useSession } from '../../lib/session-context.ts';
import { useMedia } from '../../lib/use-media.ts';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import type { TryOutProps } from './try-out.tsx';
import styles from './try-out.module.css';

/** Where there is no room for the output beside the form; the style sheet has the same. */
const NARROW = '(width < 60rem)';

/**
 * The screen of one task and model: the form on the left, what comes of it on the right, the code below. On a narrow one
 * the output is the last, so that nothing stands below that moves when a result comes.
 */
export function TryOutScreen({ task, code }: TryOutProps & { readonly task: Task }) {
  const session = useSession();
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
      <TaskForm task={task} options={options} onOptions={setOptions} />
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
