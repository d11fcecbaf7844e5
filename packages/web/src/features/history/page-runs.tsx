import { LoadError, messageOf, recordRuns, type History } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { isRecording } from '../../lib/recording.ts';
import { setLastRun } from './last-runs.ts';
import { useLastRun } from './use-last-run.ts';
import { useDroppedRun, useRunLink } from './use-opened-runs.ts';

/** Records the runs of the page, restores the last one, and opens those of links and of files that are dropped on it. */
export function PageRuns() {
  const { session, history, notices } = useApp();
  useEffect(
    () =>
      recordRuns(
        session,
        async () => (isRecording() ? withLastRuns(await history()) : undefined),
        (error) => {
          // The output says so already.
          if (session.getSnapshot().run.error instanceof LoadError) return;
          notices.show(`This run was not recorded. ${messageOf(error)}`);
        },
      ),
    [session, history, notices],
  );
  useDroppedRun();
  useRunLink();
  useLastRun();
  return null;
}

/** A history that also remembers what was run last in this tab. */
function withLastRuns(history: History): History {
  return {
    ...history,
    async add(stored, output) {
      await history.add(stored, output);
      const { id, task, model } = stored.run;
      if (model !== undefined) setLastRun(task, model, id);
    },
  };
}
