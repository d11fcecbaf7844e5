import {
  askingWords,
  findOffers,
  isFailure,
  messageOf,
  noOffers,
  plainModelId,
  type FoundOffers,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';

const none: FoundOffers = { offers: noOffers, told: '', isConversational: false };

/** Who serves the chosen model, and what that costs; `told` also says that the hub is being asked, or what went wrong. */
export function useOffers(): FoundOffers {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const chosen = useSessionState((state) => state.model);
  const model = plainModelId(chosen ?? '');
  const [found, setFound] = useState<FoundOffers & { readonly model: string }>();
  useEffect(() => {
    if (model === '') return;
    const ending = new AbortController();
    const { signal } = ending;
    void ask();
    return () => ending.abort();

    async function ask(): Promise<void> {
      try {
        for await (const known of findOffers(session.connection(), task, model, signal)) {
          if (signal.aborted) return;
          setFound({ ...known, model });
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isFailure(error)) throw error;
        setFound({ ...none, told: messageOf(error), model });
      }
    }
  }, [session, task, model]);
  if (found?.model === model) return found;
  return model === '' ? none : { ...none, told: askingWords(model) };
}
