import { priceText } from '../cost.ts';
import { unlessFailed, type Connection } from '../http/index.ts';
import { isLive, lookUpModel, fetchPrices, type ModelProvider, type Price } from '../hub/index.ts';
import { AUTO, policies, type Policy, type RunChoices } from '../spec/index.ts';
import type { Task } from '../tasks/index.ts';

/** The ID of the choice of a custom endpoint. */
export const ENDPOINT = 'endpoint';
export const ENDPOINT_LABEL = 'Endpoint URL';

/** The providers of a model and their prices, as far as they are known. */
export interface ProviderOptions {
  readonly providers: readonly ModelProvider[];
  readonly prices: ReadonlyMap<string, Price>;
}

export const noProviderOptions: ProviderOptions = { providers: [], prices: new Map() };

export interface PlaceChoice {
  /** `auto`, a policy, a provider, or `endpoint`. */
  readonly id: string;
  readonly label: string;
  readonly note: string;
}

/** From Hugging Face's docs on Inference Providers, "Provider selection". */
const policyNotes: Readonly<Record<Policy, string>> = {
  fastest: 'the provider with the highest throughput',
  cheapest: 'the provider with the lowest price',
  preferred: 'the first available one, in the order of your Hub settings',
};

/** Whether the router chooses the provider, as it does for conversations. */
function isRouted(task: Task | undefined, providers: readonly ModelProvider[]): boolean {
  return (
    task?.conversation !== undefined &&
    providers.some((provider) => isLive(provider) && provider.task === 'conversational')
  );
}

export function listPlaceChoices(
  task: Task | undefined,
  { providers, prices }: ProviderOptions,
  { endpointUrl }: RunChoices,
): readonly PlaceChoice[] {
  const byName = new Map<string, ModelProvider>();
  for (const provider of providers.filter(isLive)) {
    if (!byName.has(provider.provider) || provider.task === task?.id) byName.set(provider.provider, provider);
  }
  const routes = isRouted(task, providers) ? policies : [];
  return [
    { id: AUTO, label: AUTO, note: 'any available provider' },
    ...routes.map((id) => ({ id, label: id.charAt(0).toUpperCase() + id.slice(1), note: policyNotes[id] })),
    ...[...byName.values()].map(({ provider, providerId }) => {
      const price = prices.get(provider);
      const note = `${price ? `${priceText(price)}, ` : ''}as ${providerId}`;
      return { id: provider, label: provider, note };
    }),
    { id: ENDPOINT, label: ENDPOINT_LABEL, note: endpointUrl || 'your own server' },
  ];
}

export function chosenPlaceId({ provider, endpointUrl }: RunChoices): string {
  return endpointUrl === undefined ? (provider ?? AUTO) : ENDPOINT;
}

export function providerLookupText(model: string): string {
  return `Looking up the providers of ${model}`;
}

export interface FoundProviders {
  readonly options: ProviderOptions;
  /** Set if no provider runs the model right now; otherwise empty. */
  readonly note: string;
  /** Whether the model supports conversations for the task. */
  readonly isConversational: boolean;
}

/**
 * Looks up the providers of a model, and then their prices, which are left out when they are not available.
 * @param model without policy or provider
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function* findProviders(
  connection: Connection,
  task: Task | undefined,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<FoundProviders> {
  const { providers, conversational } = await lookUpModel(connection, model, signal);
  const isConversational = task?.conversation !== undefined && conversational === true;
  const note = providers.some(isLive) ? '' : `No provider runs ${model} right now; try a custom endpoint.`;
  yield { options: { ...noProviderOptions, providers }, note, isConversational };
  if (!isRouted(task, providers)) return;
  const prices = await unlessFailed(fetchPrices(connection, model, signal), signal);
  if (prices) yield { options: { providers, prices }, note, isConversational };
}
