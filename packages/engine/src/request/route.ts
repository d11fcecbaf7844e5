import { InputError, InputTypeError, NotServedError } from '../errors/index.ts';
import { type Connection, webAddress } from '../http/index.ts';
import {
  defaultModelOf,
  lookUpModel,
  modelPath,
  type ModelLookUp,
  type ModelProvider,
} from '../hub/index.ts';
import { tasks, type Task } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';
import { HF_INFERENCE, hubAddress, isChatPath, normalAddress, type HubPlaces } from './addresses.ts';

/** Where a run was asked to go. */
export interface Destination extends HubPlaces {
  /** A repository id, with a router's policy or provider behind a colon if wanted; or a model URL. */
  readonly model?: string;
  /** `auto` by default, a policy of the router, or a provider's name. */
  readonly provider?: string;
  /** A custom endpoint, called as given. */
  readonly endpointUrl?: string;
}

/** Where a run goes: decided before anything is sent to a model. */
export type Route = { readonly conversation: boolean } & (
  | { readonly kind: 'endpoint'; readonly url: string; readonly model?: string }
  | {
      readonly kind: 'hf-inference';
      readonly url: string;
      readonly model: string;
      readonly provider: ModelProvider;
    }
  | {
      readonly kind: 'chat-router';
      readonly url: string;
      readonly model: string;
      readonly routedModel: string;
    }
  | { readonly kind: 'provider'; readonly model: string; readonly provider: ModelProvider }
);

/**
 * Finds where a run goes.
 * @throws InputTypeError (model URL and endpoint URL together), InputError, NoModelError, NotServedError, HubApiError,
 * and what `send` throws
 */
export async function findRoute(
  connection: Connection,
  task: Task,
  destination: Destination,
  signal?: AbortSignal,
): Promise<Route> {
  const endpoint = endpointOf(destination);
  if (endpoint !== undefined) {
    const conversation = task.conversation !== undefined && isChatPath(endpoint.pathname);
    const { model } = destination;
    return {
      kind: 'endpoint',
      url: normalAddress(endpoint),
      conversation,
      ...(model === undefined || isWebAddress(model) ? {} : { model }),
    };
  }
  const { inferenceUrl } = connection;
  const [model, behindColon] = splitPolicy(
    destination.model ?? (await defaultModelOf(connection, task.id, signal)),
  );
  const found = await lookUpModel(connection, model, signal);
  const wanted = destination.provider === 'auto' ? undefined : destination.provider;
  const policy = behindColon ?? (isPolicy(wanted) ? wanted : undefined);
  const asked = isPolicy(wanted) ? undefined : wanted;
  const provider = chooseProvider(task, found, asked ?? providerIn(policy, task, found));
  const conversation = task.conversation !== undefined && provider.task === 'conversational';
  if (conversation && asked === undefined) {
    const routedModel = policy === undefined ? model : `${model}:${policy}`;
    const url = hubAddress(inferenceUrl, { server: 'auto', task, model, conversation });
    return { kind: 'chat-router', conversation, model, routedModel, url };
  }
  if (provider.provider !== HF_INFERENCE) return { kind: 'provider', conversation, model, provider };
  const served = { server: HF_INFERENCE, task, model: provider.providerId, conversation } as const;
  const url = hubAddress(inferenceUrl, served, destination);
  return { kind: 'hf-inference', conversation, model, provider, url };
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function endpointOf({ model, provider, endpointUrl }: Destination): URL | undefined {
  const isUrl = model !== undefined && isWebAddress(model);
  if (isUrl && endpointUrl !== undefined) {
    throw new InputTypeError('A model URL and an endpoint URL cannot be used together', {
      hint: 'Give one of the two.',
    });
  }
  const url = isUrl ? model : endpointUrl;
  if (url === undefined) return undefined;
  const address = webAddress(url);
  if (provider !== undefined && provider !== 'auto') {
    throw new InputError('An endpoint URL and a provider cannot be used together', {
      hint: 'Give one of the two.',
    });
  }
  return address;
}

/** Tasks that stand in the path do so because their models serve one another. */
function sharesModels(id: string): boolean {
  return tasks.some((task) => task.taskInPath && task.id === id);
}

/** Tasks whose models also do this one: they share their models, or are its conversational form. */
function servesTask(task: Task, provider: ModelProvider): boolean {
  if (provider.task === task.id || (task.conversation && provider.task === 'conversational')) return true;
  return provider.provider === HF_INFERENCE && sharesModels(task.id) && sharesModels(provider.task);
}

/**
 * Who serves a model for a task: the provider that was asked for, else the first that serves it now.
 * @throws NotServedError that says who does serve it
 */
export function chooseProvider(task: Task, { id, providers }: ModelLookUp, asked?: string): ModelProvider {
  const names = [...new Set(providers.map(({ provider }) => provider))];
  const named =
    asked === undefined
      ? providers.filter(({ status }) => status === 'live')
      : providers.filter(({ provider }) => provider === asked);
  const fitting = named.filter((provider) => servesTask(task, provider));
  // A conversation is what a chat model is best at, wherever both are served.
  const [chosen] = [...fitting].sort(
    (a, b) => Number(b.task === 'conversational') - Number(a.task === 'conversational'),
  );
  if (chosen) return chosen;
  const elsewhere = names.length > 0 ? `It is served by ${names.join(', ')}.` : '';
  const [other] = named;
  if (other) {
    throw new NotServedError(`${id} is served for ${other.task}, not for ${task.id}`, {
      model: id,
      providers: names,
      hint: 'Choose a model of this task, or run it as the task that it is served for.',
    });
  }
  if (asked !== undefined && names.length > 0) {
    throw new NotServedError(`${asked} does not serve ${id}`, {
      model: id,
      providers: names,
      hint: elsewhere,
    });
  }
  throw new NotServedError(`Nobody serves ${id} at the moment`, {
    model: id,
    hint: `Choose a model of ${task.id} that is served.`,
  });
}

/** How the router may choose among the providers of a model; anything else behind the colon is a provider's name. */
export const policies = ['fastest', 'cheapest', 'preferred'] as const;

export type Policy = (typeof policies)[number];

export function isPolicy(text: string | undefined): text is Policy {
  return (policies as readonly (string | undefined)[]).includes(text);
}

/**
 * A model id and what stands behind its colon. The router refuses a literal `auto`, which is its default.
 * @throws InputError
 */
export function splitPolicy(text: string): [model: string, policy?: string] {
  const [model = '', policy, ...more] = text.split(':');
  modelPath(model);
  if (policy === undefined || policy === 'auto') return [model];
  if (more.length > 0 || !/^[a-z0-9-]+$/i.test(policy)) {
    throw new InputError(`'${visibleLine(text)}' is not a model id with a policy or provider`, {
      hint: 'For example organization/name:fastest or organization/name:groq.',
    });
  }
  return [model, policy];
}

/** The provider that a policy names. Only conversations are routed: what the router may know better it is told as is. */
export function providerIn(
  policy: string | undefined,
  task: Task,
  { providers }: ModelLookUp,
): string | undefined {
  if (policy === undefined || isPolicy(policy)) return undefined;
  const isKnown = providers.some(({ provider }) => provider === policy);
  return isKnown || task.conversation === undefined ? policy : undefined;
}
