import { InputError, InputTypeError, NotServedError } from '../errors/index.ts';
import { parseWebUrl, type Connection } from '../http/index.ts';
import {
  findDefaultModel,
  lookUpModel,
  modelPath,
  type ModelLookup,
  type ModelProvider,
} from '../hub/index.ts';
import { tasks, type Task } from '../tasks/index.ts';
import { nameHint, visibleLine } from '../text/index.ts';
import { AUTO, HF_INFERENCE, type Route } from './inference-request.ts';
import { getHubRequestUrl, isChatPath, normalizeUrl } from './request-url.ts';

export interface Destination {
  /** A model ID, optionally followed by a colon and a policy or provider; or a model URL. */
  readonly model?: string;
  /** `auto` by default, a policy of the router (`fastest` or `:fastest`), or a provider. */
  readonly provider?: string;
  /** A custom endpoint; requests are sent to this URL. */
  readonly endpointUrl?: string;
  /** The Hub's task or the alias whose default model runs if there is no model; by default the task that runs. */
  readonly defaultFor?: string | undefined;
  /** Whether the default model must support conversations. */
  readonly isChat?: boolean | undefined;
}

/** How the router chooses among the providers of a model. Anything else after the colon is a provider. */
export const policies = ['fastest', 'cheapest', 'preferred'] as const;

export type Policy = (typeof policies)[number];

function isPolicy(text: string | undefined): text is Policy {
  return (policies as readonly (string | undefined)[]).includes(text);
}

/**
 * Resolves where a run is sent.
 * @throws InputTypeError (model URL and endpoint URL together), InputError, NoModelError, NotServedError, HubApiError,
 * and what `send` throws
 */
export async function findRoute(
  connection: Connection,
  task: Task,
  destination: Destination,
  signal?: AbortSignal,
): Promise<Route> {
  const endpoint = getEndpoint(destination);
  if (endpoint) {
    const conversation = task.conversation !== undefined && isChatPath(endpoint.pathname);
    const model = isHttpUrl(destination.model) ? undefined : destination.model;
    // Clients that append the path of chats remove slashes before it.
    const url = normalizeUrl(endpoint).replace(/\/{2,}(?=chat\/completions\/?(?:\?|$))/, '/');
    return { kind: 'endpoint', url, conversation, model };
  }
  const { inferenceUrl } = connection;
  const [model, suffix] = splitModel(
    destination.model ??
      (await findDefaultModel(connection, destination.defaultFor ?? task.id, signal, destination.isChat)),
  );
  const lookup = await lookUpModel(connection, model, signal);
  const named = destination.provider?.replace(/^:/, '');
  const providerOrPolicy = named === AUTO ? undefined : named;
  const policy = suffix ?? (isPolicy(providerOrPolicy) ? providerOrPolicy : undefined);
  const requested = isPolicy(providerOrPolicy) ? undefined : providerOrPolicy;
  const provider = await chooseProvider(task, lookup, requested ?? providerIn(policy, task, lookup));
  const conversation = task.conversation !== undefined && provider.task === 'conversational';
  const target = { model, conversation };
  if (conversation && requested === undefined) {
    const routedModel = policy === undefined ? model : `${model}:${policy}`;
    const kind = 'chat-router';
    return { kind, ...target, routedModel, url: getHubRequestUrl(inferenceUrl, task, { kind, ...target }) };
  }
  if (provider.provider !== HF_INFERENCE)
    return { kind: 'provider', ...target, provider, url: `${inferenceUrl}/${provider.provider}` };
  const kind = HF_INFERENCE;
  const served = { kind, model: provider.providerId, conversation } as const;
  return { kind, ...target, url: getHubRequestUrl(inferenceUrl, task, served) };
}

function isHttpUrl(text = ''): boolean {
  return /^https?:\/\//i.test(text);
}

function getEndpoint({ model, provider, endpointUrl }: Destination): URL | undefined {
  const isUrl = isHttpUrl(model);
  if (isUrl && endpointUrl !== undefined) {
    const message = 'A model URL and an endpoint URL cannot be used together';
    throw new InputTypeError(message, { hint: 'Use only one of them.' });
  }
  const url = isUrl ? model : endpointUrl;
  if (url === undefined) return undefined;
  const address = parseWebUrl(url);
  if (provider !== undefined && provider !== AUTO) {
    const message = 'An endpoint URL and a provider cannot be used together';
    throw new InputError(message, { hint: 'Use only one of them.' });
  }
  return address;
}

/**
 * Splits a model ID from the policy or provider after its colon. The router refuses a literal `auto`, its default.
 * @throws InputError
 */
function splitModel(text: string): [model: string, suffix?: string] {
  const [model = '', suffix, ...more] = text.split(':');
  modelPath(model);
  if (suffix === undefined || suffix === AUTO) return [model];
  if (more.length > 0 || !/^[a-z0-9-]+$/i.test(suffix)) {
    throw new InputError(`'${visibleLine(text)}' is not a model ID with a policy or provider`, {
      hint: 'For example organization/name:fastest or organization/name:groq.',
    });
  }
  return [model, suffix];
}

/** The provider after the colon. For conversations, the router checks unknown ones. */
function providerIn(suffix: string | undefined, task: Task, { providers }: ModelLookup): string | undefined {
  if (suffix === undefined || isPolicy(suffix)) return undefined;
  const isKnown = providers.some(({ provider }) => provider === suffix);
  return isKnown || task.conversation === undefined ? suffix : undefined;
}

/** Models of tasks with the task in the path can run each other's tasks. */
function sharesModels(id: string): boolean {
  return tasks.some((task) => task.taskInPath && task.id === id);
}

function runsTask(task: Task, provider: ModelProvider): boolean {
  if (provider.task === task.id || (task.conversation && provider.task === 'conversational')) return true;
  return provider.provider === HF_INFERENCE && sharesModels(task.id) && sharesModels(provider.task);
}

/** The first provider that requests can be written for; without one, the first, which fails by its name. */
async function findKnown(
  task: Task,
  providers: readonly ModelProvider[],
): Promise<ModelProvider | undefined> {
  if (providers.length < 2 || providers[0]!.provider === HF_INFERENCE) return providers[0];
  const { canSendTo } = await import('./third-party.ts');
  const isKnown = ({ provider }: ModelProvider) => provider === HF_INFERENCE || canSendTo(provider, task.id);
  return providers.find(isKnown) ?? providers[0];
}

/**
 * The requested provider, or the first available one.
 * @throws NotServedError with the providers that do run the model
 */
async function chooseProvider(
  task: Task,
  { id, providers }: ModelLookup,
  requested?: string,
): Promise<ModelProvider> {
  const named = providers.filter(({ status, provider }) =>
    requested === undefined ? status === 'live' : provider === requested,
  );
  const fitting = named.filter((provider) => runsTask(task, provider));
  // Chat models work best as conversations, even if they support both.
  const chosen =
    fitting.find((provider) => provider.task === 'conversational') ?? (await findKnown(task, fitting));
  if (chosen) return chosen;
  const names = [...new Set(providers.map(({ provider }) => provider))];
  const [other] = named;
  if (other) {
    throw new NotServedError(`${id} supports ${other.task}, not ${task.id}`, {
      model: id,
      providers: names,
      outcome: 'input',
      hint: `Choose another model, or use the task ${other.task}.`,
    });
  }
  if (requested !== undefined && names.length > 0) {
    throw new NotServedError(`${requested} does not run ${id}`, {
      model: id,
      providers: names,
      outcome: 'input',
      hint: nameHint(requested, names),
    });
  }
  throw new NotServedError(`No provider runs ${id} right now`, {
    model: id,
    hint: `Choose a ${task.id} model with an available provider.`,
  });
}
