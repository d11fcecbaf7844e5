import { InputError, InputTypeError } from '../errors/index.ts';
import { defaultModelOf, lookUpModel, type ModelProvider } from '../hub/index.ts';
import { webAddress, type Connection } from '../http/index.ts';
import type { Task } from '../tasks/index.ts';
import { isChatPath } from './chat-path.ts';
import { chooseProvider, HF_INFERENCE } from './choose-provider.ts';
import { hubAddress, type HubPlaces } from './hub-address.ts';
import { normalAddress } from './normal-address.ts';
import { isPolicy, providerIn, splitPolicy } from './policy.ts';

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
