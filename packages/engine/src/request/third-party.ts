import { getProviderHelper, makeRequestOptionsFromResolvedModel, setLogger } from '@huggingface/inference';
import {
  CanceledError,
  InputError,
  NotServedError,
  OutputError,
  RedirectError,
  isFailure,
} from '../errors/index.ts';
import { INFERENCE_URL, guardedFetch, mayFetchFrom, requireNoToken, type Connection } from '../http/index.ts';
import type { Payload, Task } from '../tasks/index.ts';
import { attempt } from '../text/index.ts';
import { inferenceError, type InferenceRequest } from './inference-request.ts';
import { rebase } from './request-url.ts';
import type { Route } from './route.ts';
import { bodyWithFiles, type StubFile, withStubs } from './stub-files.ts';

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

const getTaskName = (route: ProviderRoute, task: Task) => (route.conversation ? 'conversational' : task.id);

/** The request of a provider. Its URL is under the default inference base, which is replaced when it is sent. */
export async function providerExchange(route: ProviderRoute, task: Task, payload: Payload) {
  const { provider, model } = route;
  const helper = helperFor(provider.provider, model, getTaskName(route, task));
  const stubs: StubFile[] = [];
  const args = {
    ...(withStubs(payload, stubs) as object),
    model,
    provider: provider.provider,
    accessToken: TOKEN_PLACEHOLDER,
  };
  const { url, info } = await writeRequest(helper, args, route, getTaskName(route, task)).catch(
    (error: unknown) => {
      throw buildError(error, provider.provider);
    },
  );
  if (!isUnder(url, provider.provider) || !isPlainName(provider.providerId)) {
    const message = `${provider.provider} has no valid URL for ${model}`;
    throw new NotServedError(message, { model, hint: 'Choose another provider.' });
  }
  const headers = Object.fromEntries(
    Object.entries(info.headers as Record<string, string>).filter(
      ([name]) => !['authorization', 'content-type', 'user-agent'].includes(name.toLowerCase()),
    ),
  );
  return { url, headers, body: await bodyWithFiles(info.body, stubs) };
}

function isUnder(url: string, provider: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${INFERENCE_URL}/${provider}/`);
}

/** Prevents path traversal, since a provider's model name becomes part of a path. */
function isPlainName(name: string): boolean {
  return (
    !/[?#%\\\s]|^[a-z]+:\/\//i.test(name) && !name.split('/').some((part) => part === '..' || part === '.')
  );
}

async function writeRequest(
  helper: Helper,
  args: object,
  { provider, model }: ProviderRoute,
  taskName: string,
): Promise<ReturnType<typeof makeRequestOptionsFromResolvedModel>> {
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
  signal: AbortSignal,
): Promise<unknown> {
  const { server, model = '', task, url } = request;
  const helper = helperFor(server, model, task);
  const guarded = guardedFetch(
    connection,
    { signal },
    {
      isPublic: (address) => !isBehind(connection, address),
      failureOf: (failed) => inferenceError(request, failed, connection),
    },
  );
  const rebased: typeof fetch = (input, init) => {
    const address = rebase(String(input), connection);
    requireFetchable(address, connection, server);
    return guarded(address, init);
  };
  try {
    return await withLibraryFetch(signal, rebased, () =>
      helper.getResponse(answer, url, { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }, undefined, signal),
    );
  } catch (error) {
    throw readError(error, server, url, signal);
  }
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
  const hint = 'Files are only downloaded over https, and never from this machine. Try another provider.';
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

/** The fetch of each run, by the abort signal that the library passes on. */
const byWork = new WeakMap<AbortSignal, typeof fetch>();

const KEEP_ALIVE_INTERVAL = 60_000;

let activeRuns = 0;
let platformFetch: typeof fetch | undefined;

/**
 * @huggingface/inference polls queues and downloads files with the global fetch. While it does, requests with this
 * signal go to `libraryFetch`, all others to the platform's fetch.
 */
export async function withLibraryFetch<T>(
  signal: AbortSignal,
  libraryFetch: typeof fetch,
  work: () => Promise<T>,
): Promise<T> {
  byWork.set(signal, libraryFetch);
  if (activeRuns === 0) {
    const original = globalThis.fetch;
    platformFetch = original;
    globalThis.fetch = (input, init) => ((init?.signal && byWork.get(init.signal)) ?? original)(input, init);
  }
  activeRuns += 1;
  // The library's pauses between polls do not keep Node running.
  const running = setInterval(() => undefined, KEEP_ALIVE_INTERVAL);
  try {
    return await work();
  } finally {
    clearInterval(running);
    byWork.delete(signal);
    activeRuns -= 1;
    if (activeRuns === 0 && platformFetch) globalThis.fetch = platformFetch;
  }
}
