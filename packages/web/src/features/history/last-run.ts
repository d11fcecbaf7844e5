import { attempt, type History, type Session, type SessionState } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp, useCleared, useSessionState } from '../../state/app-context.ts';
import { lastRunKey } from '../../state/last-runs.ts';

/** A history that also remembers what was run last in this tab, until the user signs out. */
export function withLastRuns(history: History, session: Session): History {
  return {
    ...history,
    async add(stored, output) {
      await history.add(stored, output);
      const { id, task, model } = stored.run;
      if (model !== undefined && session.getSnapshot().signIn.status !== 'signed-out')
        attempt(() => sessionStorage.setItem(lastRunKey(task, model), id));
    },
  };
}

/** Shows the last result of a task and model in this tab again, after a reload or when the user returns to them. */
export function useLastRun(): void {
  const { session, history } = useApp();
  const task = useSessionState((state) => state.task?.id);
  const model = useSessionState((state) => state.model);
  const key = task !== undefined && model !== undefined ? lastRunKey(task, model) : '';
  useEffect(() => {
    const id = attempt(() => sessionStorage.getItem(key));
    if (!id || !canShow(session.getSnapshot())) return;
    let isCurrent = true;
    const restore = async () => {
      const stored = await (await history()).get(id);
      if (!stored) return;
      const { restoredRun } = await import('./open-run.ts');
      const run = await restoredRun(session, stored);
      if (run && isCurrent && canShow(session.getSnapshot())) session.showRun(run);
    };
    // The output stays empty.
    restore().catch(() => undefined);
    return () => void (isCurrent = false);
  }, [session, history, key]);
  useCleared(() => attempt(() => sessionStorage.removeItem(key)));
}

/** Whether the output is empty, and not because a run without a result was opened. Conversations are kept with the form. */
function canShow({ run, replacedBy, chat }: SessionState): boolean {
  return run.status === 'idle' && replacedBy !== 'run' && chat.exchanges.length === 0;
}
