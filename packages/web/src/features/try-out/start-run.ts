import type { Session } from '@tryout/engine';
import { resultAhead } from '../../results/result-view.tsx';

/** Runs the model, and loads the component of its result meanwhile (F51). */
export function startRun(session: Session): void {
  const { task } = session.getSnapshot();
  if (task) resultAhead(task.result.kind);
  void session.run();
}
