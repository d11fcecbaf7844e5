import { isFailure, isLive, isRouted, lookUpModel, messageOf, pricesOf, type Offers } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';

/** What the hub says about the chosen model. */
export interface FoundOffers {
  readonly offers: Offers;
  /** One line: that it is being asked, that nobody serves the model, or what went wrong. */
  readonly told: string;
  /** Whether the model holds conversations, as far as that is known. */
  readonly isConversational: boolean;
}

const none: Offers = { providers: [], prices: new Map() };

/** Asks the hub who serves the chosen model, and then the router what that costs. */
export function useOffers(): FoundOffers {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const chosen = useSessionState((state) => state.model);
  // Behind a colon stands a policy or a provider.
  const [model = ''] = (chosen ?? '').split(':');
  const [found, setFound] = useState<FoundOffers & { readonly model: string }>();
  useEffect(() => {
    if (model === '') return;
    const ending = new AbortController();
    const { signal } = ending;
    const connection = session.connection();
    void ask();
    return () => ending.abort();

    async function ask(): Promise<void> {
      try {
        const { providers, conversational } = await lookUpModel(connection, model, signal);
        if (signal.aborted) return;
        const isConversational = task?.conversation !== undefined && conversational === true;
        const told = providers.some(isLive)
          ? ''
          : `Nobody serves ${model} at the moment; an endpoint of your own can.`;
        setFound({ model, told, isConversational, offers: { ...none, providers } });
        if (!isRouted(task, providers)) return;
        // Prices are good to know, not needed: without them nothing is said.
        const prices = await pricesOf(connection, model, signal).catch(() => undefined);
        if (prices && !signal.aborted)
          setFound({ model, told, isConversational, offers: { providers, prices } });
      } catch (error) {
        if (signal.aborted) return;
        if (!isFailure(error)) throw error;
        setFound({ model, told: messageOf(error), isConversational: false, offers: none });
      }
    }
  }, [session, task, model]);
  if (found?.model === model) return found;
  return {
    offers: none,
    told: model === '' ? '' : `Asking the hub who serves ${model}`,
    isConversational: false,
  };
}
