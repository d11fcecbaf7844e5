import {
  attempt,
  isConversational,
  isFinished,
  isRecord,
  type ProviderJob,
  type Session,
} from '@tryout/engine';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp, useSessionState } from '../state/app-context.ts';
import { parseCandidates } from '../state/routes.ts';
import { Chat } from '../screens/chat/chat.tsx';
import { Run } from '../screens/run/run.tsx';
import { loadOnUse } from '../ui/failure-note.tsx';
import { readJson, writeValue } from '../state/stored/values.ts';

const Batch = loadOnUse(() => import('../screens/batch/batch.tsx'));
const Compare = loadOnUse(() => import('../screens/compare/compare.tsx'));

/** The screen of the chosen model: its form, a chat, several models, or a batch. */
export default function TryOut() {
  const { search } = useLocation();
  const candidates = useMemo(() => parseCandidates(search), [search]);
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const isConversation = useSessionState(isConversational);
  const isUnknown = useSessionState(({ chatSupport }) => chatSupport === undefined);
  usePendingJob();
  const batch = new URLSearchParams(search).get('batch');
  if (!task) return null;
  if (batch !== null)
    return <Batch key={task.id} task={task} id={batch} candidates={candidates ?? [{ model: model ?? '' }]} />;
  if (candidates?.length) return <Compare key={task.id} task={task} candidates={candidates} />;
  const key = `${task.id} ${model ?? ''}`;
  if (isConversation) return <Chat key={key} task={task} />;
  return <Run key={key} task={task} isPending={task.conversation !== undefined && isUnknown} />;
}

/** The run of this tab that a provider has queued; session storage survives reloads. */
interface PendingJob extends ProviderJob {
  readonly task: string;
  readonly model: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Answers of a queue are short. */
const MAX_LENGTH = 20_000;

function readJob(): PendingJob | undefined {
  const job = readJson('pendingJob') as PendingJob | null | undefined;
  const isJob = typeof job?.url === 'string' && isRecord(job.answer) && Date.parse(job.startedAt) > 0;
  return isJob ? job : undefined;
}

function writeJob(job: PendingJob | undefined): void {
  const text = job && JSON.stringify(job);
  attempt(() => writeValue('pendingJob', text && text.length <= MAX_LENGTH ? text : undefined));
}

/** Finds the run that a provider queued before the page was reloaded, and remembers the current one. */
function usePendingJob(): void {
  const { session } = useApp();
  useEffect(() => {
    const stop = rememberJobs(session);
    const { task, model } = session.getSnapshot();
    const job = readJob();
    if (job && job.task === task?.id && job.model === model)
      void session.resume({ ...job, startedAt: new Date(job.startedAt) });
    return stop;
  }, [session]);
}

function rememberJobs(session: Session): () => void {
  let last = session.getSnapshot().run;
  let isLeaving = false;
  const leave = () => (isLeaving = true);
  addEventListener('pagehide', leave);
  const unsubscribe = session.subscribe(() => {
    const { run, task, model } = session.getSnapshot();
    const job = run.queue?.job;
    if (isLeaving || run === last) return;
    const isKnown = job !== undefined && job === last.queue?.job;
    last = run;
    if (isKnown) return;
    if (job && task && model !== undefined)
      writeJob({ ...job, task: task.id, model, startedAt: run.startedAt!.toISOString() });
    // Without a network, the run may still be there after a reload.
    else if (isFinished(run) && run.error?.code !== 'NETWORK') writeJob(undefined);
  });
  return () => {
    unsubscribe();
    removeEventListener('pagehide', leave);
  };
}
