import { messageOf, recordRuns } from '@tryout/engine';
import { useEffect } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { isRecording } from '../../lib/recording.ts';
import { useDroppedRun } from './use-dropped-run.ts';
import { useRunLink } from './use-run-link.ts';

/** Records the runs of the page, and opens those of links and of files that are dropped on it. */
export default function PageRuns() {
  const { session, history, notices } = useApp();
  useEffect(
    () =>
      recordRuns(
        session,
        async () => (isRecording() ? history() : undefined),
        (error) => notices.show(`This run was not recorded. ${messageOf(error)}`),
      ),
    [session, history, notices],
  );
  useDroppedRun();
  useRunLink();
  return null;
}
