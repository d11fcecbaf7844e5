import type { JsonSchema } from '../fields/index.ts';
import type { RequestBody } from '../http/index.ts';
import { type ModelProvider, modelPath } from '../hub/index.ts';
import { AUTO, type RunSpec } from '../spec/index.ts';
import type { Parameters, TaskId, Task } from '../tasks/index.ts';

export const HF_INFERENCE = 'hf-inference';

export interface Target {
  readonly conversation: boolean;
  /** The model's ID on the Hub; undefined for a custom endpoint without one. */
  readonly model?: string | undefined;
}

/** What is known of a server after a run, also from the history. */
export type Server =
  /** A custom endpoint. */
  | { readonly kind: 'endpoint'; readonly url: string }
  /** The Hub's own inference. */
  | { readonly kind: 'hf-inference' }
  /** Chooses the provider of a conversation, unless it is pinned to one. */
  | { readonly kind: 'chat-router'; readonly pinned?: string }
  | { readonly kind: 'provider'; readonly provider: Pick<ModelProvider, 'provider'> };

/** Where a run is sent. Each kind has a runner (`runners.ts`). */
export type Route = Target & { readonly url: string } & (
    | { readonly kind: 'endpoint' }
    | { readonly kind: 'hf-inference'; readonly model: string }
    | {
        readonly kind: 'chat-router';
        readonly model: string;
        readonly routedModel: string;
        readonly pinned?: string;
      }
    /** The URL is a prefix of those of the requests. */
    | { readonly kind: 'provider'; readonly model: string; readonly provider: ModelProvider }
  );

const hasHubFormat: Readonly<Record<Server['kind'], boolean>> = {
  endpoint: true,
  'hf-inference': true,
  'chat-router': true,
  provider: false,
};

/** Whether a server accepts requests in the Hub's own format, with its optional headers. */
export function usesHubFormat({ kind }: Pick<Server, 'kind'>): boolean {
  return hasHubFormat[kind];
}

/** The name of a server: its host, `hf-inference`, `auto` for the chat router, or the provider. */
export function getServerName(server: Server): string {
  switch (server.kind) {
    case 'endpoint':
      return new URL(server.url).host;
    case 'hf-inference':
      return HF_INFERENCE;
    case 'chat-router':
      return AUTO;
    case 'provider':
      return server.provider.provider;
  }
}

/** The provider that a run is sent to; `auto` if the router chooses it. */
export function getProviderName(server: Server): string {
  return (server.kind === 'chat-router' ? server.pinned : undefined) ?? getServerName(server);
}

/** What is sent to a server. Sending adds the token. */
export interface WireRequest {
  readonly method: 'POST';
  /** In the normal form of {@link normalizeUrl}. */
  readonly url: string;
  /** Without `Authorization`, `Content-Type` and `Content-Length`, which follow from token and body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
}

/** A spec as it is sent: with its route, its parameters in the request, and the flags that are in its headers. */
export interface PlannedRun extends Pick<RunSpec, 'values' | 'chat' | 'billTo' | 'flags' | 'reportsUsage'> {
  readonly task: TaskId;
  readonly route: Route;
  readonly stream: boolean;
  readonly parameters: Parameters;
  readonly schema?: JsonSchema | undefined;
}

/** A wire request and its run, both frozen. The same two values are sent, shown, stored and turned into code. */
export interface InferenceRequest {
  readonly wire: WireRequest;
  readonly run: PlannedRun;
}

export const CHAT_PATH = '/chat/completions';

export function isChatPath(pathname: string): boolean {
  return pathname.replace(/\/$/, '').endsWith(CHAT_PATH);
}

/**
 * A URL in the normal form of RFC 3986 (sections 2.2, 2.3 and 6.2.2), without fragment. All HTTP clients send this form
 * unchanged.
 */
export function normalizeUrl({ origin, pathname, search }: URL): string {
  return origin + normal(pathname) + normal(search);
}

function normal(text: string): string {
  return text.replace(/%([0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?-]/gi, (match, code?: string) => {
    if (code === undefined) return encodeURIComponent(match);
    const character = String.fromCharCode(parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : match.toUpperCase();
  });
}

/**
 * The URL of one of the Hub's own servers.
 * @throws InputError for an invalid model ID
 */
export function getHubRequestUrl(
  inferenceUrl: string,
  { taskInPath, id }: Task,
  {
    kind,
    model,
    conversation,
  }: Target & { readonly kind: 'hf-inference' | 'chat-router'; readonly model: string },
): string {
  const chat = `/v1${CHAT_PATH}`;
  if (kind === 'chat-router') return inferenceUrl + chat;
  const url = `${inferenceUrl}/${HF_INFERENCE}/models/${modelPath(model)}`;
  if (conversation) return url + chat;
  return taskInPath ? `${url}/pipeline/${id}` : url;
}
