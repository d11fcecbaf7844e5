import type { Connection } from '../http/index.ts';
import { getJson, lookUpModel, type ModelProvider } from '../hub/index.ts';
import { policies, type Policy } from '../request/index.ts';
import { ENDPOINT_LABEL, type RunChoices } from '../session/index.ts';
import type { Task } from '../tasks/index.ts';

/** Every provider together, for the Hub's listing: models that are served now. */
export const ANY_PROVIDER = 'all';

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** The prices of those who serve a model, by provider; those that tell none are left out. */
export type Prices = ReadonlyMap<string, Price>;

/**
 * Asks the router what its chat models cost (`GET /v1/models`).
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function pricesOf(connection: Connection, model: string, signal: AbortSignal): Promise<Prices> {
  const { json } = await getJson(connection, `${connection.inferenceUrl}/v1/models`, signal);
  const row = rowsIn(json, 'data').find(({ id }) => id === model);
  const found = rowsIn(row, 'providers').flatMap(({ provider, pricing }): [string, Price][] => {
    if (typeof provider !== 'string' || !isRecord(pricing)) return [];
    const { input, output } = pricing;
    return typeof input === 'number' && typeof output === 'number' ? [[provider, { input, output }]] : [];
  });
  return new Map(found);
}

/** A price in a few words. */
export function priceInWords({ input, output }: Price): string {
  return `$${input} in, $${output} out a million tokens`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function rowsIn(value: unknown, name: string): Record<string, unknown>[] {
  const rows = isRecord(value) ? value[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

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
