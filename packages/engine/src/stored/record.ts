import type { EndedRun } from '../request/index.ts';
import { loaded, type Session, type SessionRun } from '../session/index.ts';
import type { RecordedRun } from './describe-run.ts';
import type { History } from './history.ts';

/**
 * Describes a run of a session that ended. Reads its files.
 * @throws InputError if a file changed or can no longer be read; LoadError
 */
export async function describeSessionRun(
  session: Pick<Session, 'connection'>,
  { spec, run }: SessionRun,
): Promise<RecordedRun> {
  // Loaded with the first run, so that a page starts faster.
  const { describeRun } = await loaded(() => import('./describe-run.ts'));
  return describeRun(spec, run, session.connection());
}

/** Whether a run failed before anything was sent to a model; such runs are not recorded. */
export function isRefused({ status, request }: EndedRun): boolean {
  return status === 'failed' && request === undefined;
}

/**
 * Records every run of a session or comparison when it ends, except those that were refused.
 * @param history undefined while runs are not recorded
 * @param onError called when a run could not be recorded
 * @returns unsubscribes
 */
export function recordRuns(
  session: Pick<Session, 'connection' | 'onRunEnd'>,
  history: () => Promise<History | undefined>,
  onError: (error: unknown) => void,
): () => void {
  async function record(ended: SessionRun): Promise<void> {
    if (isRefused(ended.run)) return;
    const store = await history();
    if (!store) return;
    const { stored, output } = await describeSessionRun(session, ended);
    await store.add(stored, output);
  }
  return session.onRunEnd((ended) => void record(ended).catch(onError));
}
