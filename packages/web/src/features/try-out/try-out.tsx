import type { Task } from '@tryout/engine';
import type { ReactNode } from 'react';
import { useSessionState } from '../../lib/session-context.ts';
import { TryOutScreen } from './try-out-screen.tsx';

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
