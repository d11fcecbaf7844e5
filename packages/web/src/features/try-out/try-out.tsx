import { isConversational } from '@tryout/engine';
import type { ReactNode } from 'react';
import { useSessionState } from '../../state/app-context.ts';
import { classes } from '../../lib/classes.ts';
import frame from '../../ui/frame.module.css';
import { Chat } from './chat/chat.tsx';
import { TaskForm } from './form/task-form.tsx';
import { Output } from './output/output.tsx';
import styles from './try-out.module.css';

/** The form of the chosen task, and the output of its runs with their code; or a chat. */
export default function TryOut({ code }: { readonly code: ReactNode }) {
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const isConversation = useSessionState(isConversational);
  const isUnknown = useSessionState(({ chatSupport }) => chatSupport === undefined);
  if (!task) return null;
  const key = `${task.id} ${model ?? ''}`;
  if (isConversation) return <Chat key={key} task={task} code={code} />;
  const isPending = task.conversation !== undefined && isUnknown;
  return (
    <div key={key} className={classes(styles.screen, frame.fillWide, isPending && styles.pending)}>
      <TaskForm task={task} />
      <Output code={code} />
    </div>
  );
}
