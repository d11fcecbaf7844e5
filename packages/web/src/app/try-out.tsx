import { isConversational } from '@tryout/engine';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionState } from '../state/app-context.ts';
import { parseCandidates } from '../state/candidates.ts';
import { Chat } from '../screens/chat/chat.tsx';
import { Run } from '../screens/run/run.tsx';
import { loadOnUse } from '../ui/failure-note.tsx';
import { usePendingJob } from './pending-job.ts';

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
