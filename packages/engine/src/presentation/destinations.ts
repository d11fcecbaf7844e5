import type { ModelProvider } from '../hub/index.ts';
import { policies, type Policy } from '../request/index.ts';
import type { RunChoices } from '../session/index.ts';
import type { Task } from '../tasks/index.ts';
import { ENDPOINT_LABEL } from './endpoint-label.ts';
import { priceInWords, type Price, type Prices } from './prices.ts';

/** Where a run may go: to whoever serves the model, to one of them, or to an address. */
export interface DestinationChoice {
  /** What it is called in the session's choices; `endpoint` for an address. */
  readonly id: string;
  readonly label: string;
  /** What it means, in a few words. */
  readonly note: string;
}

/** The id of the choice that stands for an address. */
export const ENDPOINT = 'endpoint';
const AUTO = 'auto';

/** Hugging Face, docs on Inference Providers: provider selection. */
const policyNotes: Readonly<Record<Policy, string>> = {
  fastest: 'the provider with the highest throughput',
  cheapest: 'the provider with the lowest price',
  preferred: 'by the order in your settings on the Hub',
};

/** Who serves a model, and what that costs, as far as it is known by now. */
export interface Offers {
  readonly providers: readonly ModelProvider[];
  readonly prices: Prices;
}

/** Whether the router chooses among those who serve a model: it does so for conversations. */
export function isRouted(task: Task | undefined, providers: readonly ModelProvider[]): boolean {
  return (
    task?.conversation !== undefined &&
    providers.some((provider) => isLive(provider) && provider.task === 'conversational')
  );
}

/** Whether a provider serves the model now. */
export function isLive({ status }: ModelProvider): boolean {
  return status === 'live';
}

/** All that there is to choose from for a model. */
export function destinationsOf(
  task: Task | undefined,
  { providers, prices }: Offers,
  { endpointUrl }: RunChoices,
): readonly DestinationChoice[] {
  const live = providers.filter(isLive);
  const byName = new Map<string, ModelProvider>();
  for (const provider of live) {
    const known = byName.get(provider.provider);
    if (!known || provider.task === task?.id) byName.set(provider.provider, provider);
  }
  return [
    { id: AUTO, label: AUTO, note: 'whoever serves it' },
    ...(isRouted(task, providers)
      ? policies.map((id) => ({ id, label: `:${id}`, note: policyNotes[id] }))
      : []),
    ...[...byName.values()].map(({ provider, providerId }) => ({
      id: provider,
      label: provider,
      note: noteOn(providerId, prices.get(provider)),
    })),
    { id: ENDPOINT, label: ENDPOINT_LABEL, note: endpointUrl || 'an address of your own' },
  ];
}

function noteOn(providerId: string, price: Price | undefined): string {
  return price ? `${priceInWords(price)}, as ${providerId}` : `as ${providerId}`;
}

/** Which of them holds now. */
export function chosenDestination({ provider, endpointUrl }: RunChoices): string {
  return endpointUrl === undefined ? (provider ?? AUTO) : ENDPOINT;
}

/** The choices with another provider; an address and a provider exclude each other. */
export function withProvider(choices: RunChoices, id: string): RunChoices {
  const { provider: _provider, endpointUrl: _endpointUrl, ...others } = choices;
  return id === AUTO ? others : { ...others, provider: id };
}

/** The choices with an address; an empty one is still to be given. */
export function withEndpoint(choices: RunChoices, endpointUrl: string): RunChoices {
  return { ...withProvider(choices, AUTO), endpointUrl };
}
