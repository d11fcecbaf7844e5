import type { Connection } from '../http/index.ts';
import { lookUpModel } from '../hub/index.ts';
import type { Task } from '../tasks/index.ts';
import { isLive, isRouted, type Offers } from './destinations.ts';
import { pricesOf } from './prices.ts';

/** Nobody is known yet who serves a model. */
export const noOffers: Offers = { providers: [], prices: new Map() };

/** What the hub and the router say of a model, as far as they have said it. */
export interface FoundOffers {
  readonly offers: Offers;
  /** One line where nobody serves the model now; else empty. */
  readonly told: string;
  /** Whether it holds conversations of this task. */
  readonly isConversational: boolean;
}

/** The id of a model without what stands behind its colon: a policy of the router, or a provider. */
export function plainModelId(id: string): string {
  return id.split(':', 1)[0] ?? '';
}

/** Said while the hub is asked who serves a model. */
export function askingWords(model: string): string {
  return `Asking the hub who serves ${model}`;
}

/**
 * Asks the hub who serves a model, and then the router what that costs. Prices are good to know, not needed: without
 * them nothing is said.
 * @param model its plain id
 * @returns what is known: first without prices, then with them where there are any
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function* findOffers(
  connection: Connection,
  task: Task | undefined,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<FoundOffers> {
  const { providers, conversational } = await lookUpModel(connection, model, signal);
  const isConversational = task?.conversation !== undefined && conversational === true;
  const told = providers.some(isLive)
    ? ''
    : `Nobody serves ${model} at the moment; an endpoint of your own can.`;
  yield { offers: { ...noOffers, providers }, told, isConversational };
  if (!isRouted(task, providers)) return;
  const prices = await pricesOf(connection, model, signal).catch(() => undefined);
  if (prices) yield { offers: { providers, prices }, told, isConversational };
}
