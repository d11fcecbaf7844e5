import { InputError, InputTypeError, NotServedError } from '../errors/index.ts';
import { parseWebUrl, type Connection, unlessFailed } from '../http/index.ts';
import {
  findDefaultModel,
  lookUpModel,
  type ModelLookup,
  type ModelProvider,
  modelPath,
} from '../hub/index.ts';
import { AUTO, isEndpointUrl, isPolicy, splitModel, type Place, plainModelId } from '../spec/index.ts';
import { tasks, type Task, type ChatSupport } from '../tasks/index.ts';
import { nameHint, visibleLine } from '../text/index.ts';
import { getHubRequestUrl, isChatPath, normalizeUrl, HF_INFERENCE, type Route } from './inference-request.ts';

/**
 * Resolves where a run is sent.
 * @throws InputTypeError (model URL and endpoint URL together), InputError, NoModelError, NotServedError, HubApiError,
 * and what `send` throws
 */
export async function findRoute(
  connection: Connection,
  task: Task,
  place: Place,
  signal?: AbortSignal,
): Promise<Route> {
  const endpoint = getEndpoint(place);
  if (endpoint) {
    const conversation = task.conversation !== undefined && isChatPath(endpoint.pathname);
    const model = isEndpointUrl(place.model) ? undefined : place.model;
    // Clients that append the path of chats remove slashes before it.
    const url = normalizeUrl(endpoint).replace(/\/{2,}(?=chat\/completions\/?(?:\?|$))/, '/');
    return { kind: 'endpoint', url, conversation, model };
  }
  const { inferenceUrl } = connection;
  const [model, suffix] = checkModel(
    place.model ?? (await findDefaultModel(connection, place.defaultFor ?? task.id, signal, place.isChat)),
  );
  const lookup = await lookUpModel(connection, model, signal);
  const named = place.provider?.replace(/^:/, '');
  const providerOrPolicy = named === AUTO ? undefined : named;
  const policy = suffix ?? (isPolicy(providerOrPolicy) ? providerOrPolicy : undefined);
  const requested = isPolicy(providerOrPolicy) ? undefined : providerOrPolicy;
  const provider = await chooseProvider(task, lookup, requested ?? providerIn(policy, task, lookup));
  const conversation = task.conversation !== undefined && provider.task === 'conversational';
  const target = { model, conversation };
  if (conversation && requested === undefined) {
    const routedModel = policy === undefined ? model : `${model}:${policy}`;
    const kind = 'chat-router';
    const url = getHubRequestUrl(inferenceUrl, task, { kind, ...target });
    const pinned = policy !== undefined && !isPolicy(policy) && { pinned: policy };
    return { kind, ...target, routedModel, ...pinned, url };
  }
  if (provider.provider !== HF_INFERENCE)
    return { kind: 'provider', ...target, provider, url: `${inferenceUrl}/${provider.provider}` };
  const kind = HF_INFERENCE;
  const served = { kind, model: provider.providerId, conversation } as const;
  return { kind, ...target, url: getHubRequestUrl(inferenceUrl, task, served) };
}

function getEndpoint({ model, provider, endpointUrl }: Place): URL | undefined {
  const isUrl = isEndpointUrl(model);
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
function checkModel(text: string): [model: string, suffix?: string] {
  const [model, suffix, ...more] = splitModel(text);
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
  const { canSendTo } = await import('./provider.ts');
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

/**
 * Looks up what the model or endpoint of a run supports. A model without a provider counts by its tags.
 * @returns `none` if the Hub does not know the model or does not respond
 * @throws CanceledError, and TimeoutError for the total deadline
 */
export async function getChatSupport(
  connection: Connection,
  task: Task,
  place: Place,
  signal?: AbortSignal,
): Promise<ChatSupport> {
  const { conversation } = task;
  if (!conversation) return 'none';
  const route = await unlessFailed(findRoute(connection, task, place, signal), signal);
  if (route && !route.conversation) return 'none';
  // An endpoint may run any model.
  if (route?.kind === 'endpoint') return 'any';
  const id = route?.model ?? (place.model && plainModelId(place.model));
  const lookup: ModelLookup | undefined =
    id === undefined ? undefined : await unlessFailed(lookUpModel(connection, id, signal), signal);
  if (!route && lookup?.conversational !== true) return 'none';
  if (!lookup || lookup.task === conversation.imageTask) return 'images';
  const { mediaTasks } = conversation;
  return (['any', 'audio', 'video'] as const).find((kind) => mediaTasks[kind] === lookup.task) ?? 'text';
}
