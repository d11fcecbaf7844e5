import type { SessionState } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp, useCleared, useSessionState } from '../../lib/app-context.ts';
import { lastRunOf, setLastRun } from './last-runs.ts';

/** Shows the last result of a task and model in this tab again, after a reload or when the user returns to them. */
export function useLastRun(): void {
  const { session, history } = useApp();
  const task = useSessionState((state) => state.task?.id);
  const model = useSessionState((state) => state.model);
  useEffect(() => {
    if (task === undefined || model === undefined || !canShow(session.getSnapshot())) return;
    const id = lastRunOf(task, model);
    if (id === undefined) return;
    let isCurrent = true;
    const restore = async () => {
      const stored = await (await history()).get(id);
      if (!stored) return;
      const { restoredRun } = await import('./open-run.ts');
      const run = await restoredRun(session, stored);
      if (isCurrent && canShow(session.getSnapshot())) session.showRun(run);
    };
    // The output stays empty.
    restore().catch(() => undefined);
    return () => void (isCurrent = false);
  }, [session, history, task, model]);
  useCleared(() => {
    if (task !== undefined && model !== undefined) setLastRun(task, model, undefined);
  });
}

/** Whether the output is empty, and not because a run without a result was opened. Conversations are kept with the form. */
function canShow({ run, replacedBy, chat }: SessionState): boolean {
  return run.status === 'idle' && replacedBy !== 'run' && chat.exchanges.length === 0;
}
