import { getProviderHelper, makeRequestOptionsFromResolvedModel, setLogger } from '@huggingface/inference';
import {
  CanceledError,
  InputError,
  NotServedError,
  OutputError,
  RedirectError,
  TimeoutError,
  isFailure,
} from '../errors/index.ts';
import {
  INFERENCE_URL,
  guardedFetch,
  isBelow,
  mayFetchFrom,
  pause,
  requireNoToken,
  type Connection,
  type GuardedFetchOptions,
} from '../http/index.ts';
import type { Payload, Task } from '../tasks/index.ts';
import { attempt, isRecord } from '../text/index.ts';
import type { InferenceRequest, Route } from './inference-request.ts';
import { cancelJob, readQueueState } from './provider-job.ts';
import type { RunHandlers } from './send-run.ts';
import { bodyWithFiles, withStubs, type StubFile } from './stub-files.ts';

type ProviderRoute = Extract<Route, { kind: 'provider' }>;
type Helper = ReturnType<typeof getProviderHelper>;
type LibraryRequest = Parameters<typeof makeRequestOptionsFromResolvedModel>[2];

const silent = () => undefined;
setLogger({ debug: silent, info: silent, log: silent, warn: silent, error: silent });

/** The token while the library builds a request. */
const TOKEN_PLACEHOLDER = 'hf_placeholder';

function helperFor(provider: string, model: string, taskName: string): Helper {
  const helper = attempt(() => getProviderHelper(provider as never, taskName as never) as Helper);
  if (helper) return helper;
  const hint = 'Choose another provider or model.';
  throw new NotServedError(`${provider} does not support ${taskName} yet`, { model, hint });
}

/** Whether the library can send a task to a provider; the Hub may list providers that are newer than it. */
export function canSendTo(provider: string, taskName: string): boolean {
  return attempt(() => getProviderHelper(provider as never, taskName as never)) !== undefined;
}

/** The library's prefix of a provider's URLs, which that of the route replaces. */
const getPrefix = (provider: string) => `${INFERENCE_URL}/${provider}`;

/** Writes the request of a provider. */
export async function writeProviderRequest(route: ProviderRoute, task: Task, payload: Payload) {
  const { provider, model } = route;
  const name = provider.provider;
  const stubs: StubFile[] = [];
  const { url, info } = await writeRequest(route, route.conversation ? 'conversational' : task.id, {
    ...(withStubs(payload, stubs) as object),
    model,
    provider: name,
    accessToken: TOKEN_PLACEHOLDER,
  }).catch((error: unknown) => {
    throw buildError(error, name);
  });
  const address = URL.canParse(url) ? new URL(url).href : '';
  const prefix = getPrefix(name);
  if (!address.startsWith(`${prefix}/`) || !isPlainName(provider.providerId)) {
    const message = `${name} has no valid URL for ${model}`;
    throw new NotServedError(message, { model, hint: 'Choose another provider.' });
  }
  const headers = Object.fromEntries(
    Object.entries(info.headers as Record<string, string>).filter(
      ([header]) => !['authorization', 'content-type', 'user-agent'].includes(header.toLowerCase()),
    ),
  );
  return {
    url: route.url + address.slice(prefix.length),
    headers,
    body: await bodyWithFiles(info.body, stubs),
  };
}

/** Prevents path traversal, since a provider's model name becomes part of a path. */
function isPlainName(name: string): boolean {
  return (
    !/[?#%\\\s]|^[a-z]+:\/\//i.test(name) && !name.split('/').some((part) => part === '..' || part === '.')
  );
}

async function writeRequest({ provider, model }: ProviderRoute, taskName: string, args: object) {
  const helper = helperFor(provider.provider, model, taskName);
  const prepare = (helper as { preparePayloadAsync?: (args: unknown) => Promise<unknown> })
    .preparePayloadAsync;
  const prepared = (prepare ? await prepare.call(helper, args) : args) as LibraryRequest;
  const mapping = { ...provider, hfModelId: model } as never;
  return makeRequestOptionsFromResolvedModel(provider.providerId, helper, prepared, mapping, {
    task: taskName as never,
  });
}

/**
 * Reads a provider's response with the library. Polling and downloads go through `send`.
 * @throws OutputError, InferenceError, and what `send` throws
 */
export async function readProviderResponse(
  connection: Connection,
  request: InferenceRequest,
  answer: unknown,
  { failureOf, signal: canceled, onEvent }: RunHandlers & Pick<GuardedFetchOptions, 'failureOf'>,
): Promise<unknown> {
  const route = request.run.route as ProviderRoute;
  const provider = route.provider.provider;
  const helper = helperFor(provider, route.model, request.run.task);
  const url = getPrefix(provider) + request.wire.url.slice(route.url.length);
  // Its own signal identifies the requests of this run.
  const signal = AbortSignal.any(canceled ? [canceled] : []);
  const job = isRecord(answer) ? { url: request.wire.url, answer } : undefined;
  const onJson = (json: unknown) => {
    const state = job && readQueueState(json);
    const { total: timeout } = connection.deadlines;
    if (state) onEvent?.({ type: 'queue', ...state, provider, timeout, job });
  };
  onJson(answer);
  const guarded = guardedFetch(
    connection,
    { signal },
    { isPublic: (address) => !isBelow(address, route.url), base: route.url, failureOf, onJson },
  );
  const rebased: typeof fetch = (input, init) => {
    const address = rebase(String(input), route);
    requireFetchable(address, connection, provider);
    return guarded(address, init);
  };
  try {
    return await withLibraryFetch(signal, rebased, async () => {
      const complete =
        provider === 'replicate' ? await pollReplicate(answer, getPrefix(provider), signal) : answer;
      return helper.getResponse(
        complete,
        url,
        { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` },
        undefined,
        signal,
      );
    });
  } catch (error) {
    const failure = readError(error, provider, url, signal);
    const hasStopped = failure instanceof CanceledError || failure instanceof TimeoutError;
    if (job && hasStopped) await cancelJob(connection, provider, route.url, job);
    throw failure;
  }
}

/** Milliseconds between polls. */
const POLL_INTERVAL = 1000;

/** The answer of replicate once it is complete. The library reads only answers that came within a minute. */
async function pollReplicate(first: unknown, prefix: string, signal: AbortSignal): Promise<unknown> {
  let answer = first;
  while (isRecord(answer) && readQueueState(answer) && typeof answer['id'] === 'string') {
    await pause(POLL_INTERVAL, signal);
    const response = await fetch(`${prefix}/v1/predictions/${encodeURIComponent(answer['id'])}`, { signal });
    answer = await response.json();
  }
  return answer;
}

/**
 * Replaces the default inference base, under which the library polls, with the configured one. Paths in these URLs are from
 * the provider.
 * @throws OutputError for a URL of the router that is not the provider's
 */
function rebase(url: string, { url: base, provider: { provider } }: ProviderRoute): string {
  if (!url.startsWith(`${INFERENCE_URL}/`)) return url;
  const prefix = getPrefix(provider);
  if (isBelow(url, prefix)) return base + new URL(url).href.slice(prefix.length);
  throw new OutputError(`${provider} sent a URL that is not its own`, { url: base });
}

function isBehind({ inferenceUrl }: Connection, address: string): boolean {
  return address.startsWith(`${inferenceUrl}/`);
}

/**
 * Applies the rules for redirects to a URL in a provider's response.
 * @throws RedirectError
 */
function requireFetchable(address: string, connection: Connection, provider: string): void {
  const { inferenceUrl, token } = connection;
  if (isBehind(connection, address) || address.startsWith('data:') || !URL.canParse(address)) return;
  requireNoToken(address, inferenceUrl, token);
  const url = new URL(address);
  if (mayFetchFrom(url, new URL(inferenceUrl))) return;
  const message = `${provider} returned a file on ${url.host || url.protocol}, which was not downloaded`;
  const hint = 'Files are only downloaded over https, and not from private addresses. Try another provider.';
  throw new RedirectError(message, { url: inferenceUrl, hint });
}

/** Converts an error that @huggingface/inference threw while building a request. */
function buildError(error: unknown, provider: string): Error {
  if (isFailure(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError(`${provider} does not accept this input: ${reason}`, {
    hint: 'Choose another provider, or another kind of file.',
    cause: error,
  });
}

/** Converts an error thrown while reading a response; these are always the server's fault. */
function readError(error: unknown, provider: string, url: string, signal: AbortSignal): Error {
  if (signal.aborted) return new CanceledError();
  if (isFailure(error) && error.outcome !== 'input') return error;
  return new OutputError(`${provider} sent a response in an unexpected format`, { url, cause: error });
}

const KEEP_ALIVE_INTERVAL = 60_000;

/** The fetch of each run, by the abort signal that the library passes on. */
const fetches = new Map<AbortSignal, typeof fetch>();

let restoreFetch: () => void = () => undefined;

/**
 * Runs work of @huggingface/inference with a fetch. Its clients take one as an option, but the helpers of providers,
 * which read responses that were received before, call the global one to poll queues and download files. So this is
 * the only place that replaces it: while helpers work, requests with this signal go to `libraryFetch`, all others to
 * the platform's fetch.
 */
async function withLibraryFetch<T>(
  signal: AbortSignal,
  libraryFetch: typeof fetch,
  work: () => Promise<T>,
): Promise<T> {
  if (fetches.size === 0) {
    const original = globalThis.fetch;
    globalThis.fetch = (input, init) => (fetches.get(init?.signal as AbortSignal) ?? original)(input, init);
    restoreFetch = () => (globalThis.fetch = original);
  }
  fetches.set(signal, libraryFetch);
  // The library's pauses between polls do not keep Node running.
  const running = setInterval(() => undefined, KEEP_ALIVE_INTERVAL);
  try {
    return await work();
  } finally {
    clearInterval(running);
    fetches.delete(signal);
    if (fetches.size === 0) restoreFetch();
  }
}
