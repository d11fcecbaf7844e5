import { messageOf, recordRuns } from '@tryout/engine';
import type { App } from '../../lib/app-context.ts';
import { isRecording } from '../../lib/recording.ts';

/** Records the runs of the page in the history of this browser. */
export function recordPage({
  session,
  history,
  notices,
}: Pick<App, 'session' | 'history' | 'notices'>): void {
  recordRuns(
    session,
    async () => (isRecording() ? history() : undefined),
    (error) => notices.show(`This run was not recorded. ${messageOf(error)}`),
  );
}
