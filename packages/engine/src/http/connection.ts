import { CanceledError, isFailure, TimeoutError, type Deadline, type Failure } from '../errors/index.ts';
import type { JsonSchema, JsonValue } from '../fields/index.ts';
import { toBase64 } from '../text/index.ts';

/** Seconds. */
export interface Deadlines {
  /** From the end of the upload to the head of the response. */
  readonly firstByte: number;
  /** Between two pieces of an upload or a response. */
  readonly idle: number;
  /** Including lookups and retries. */
  readonly total: number;
}

/** Loading a model may take minutes. */
export const defaultDeadlines: Deadlines = { firstByte: 120, idle: 60, total: 600 };

/** A request for `--debug`, without the token. */
export interface RequestNote {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface TokenRenewal {
  /** The current token in place of this one, or itself. */
  latest(token: string): string;
  /** Renews a token that the hub refused; undefined for a pasted one, or after signing out. */
  renew(refused: string, signal?: AbortSignal): Promise<string | undefined>;
}

export interface Connection {
  readonly transport: Transport;
  /** Without a slash at the end. */
  readonly hubUrl: string;
  /** Without a slash at the end. */
  readonly inferenceUrl: string;
  /** Whether the hub is the sandbox, whose URL is different each time. */
  readonly isSandbox?: boolean;
  readonly token?: string | undefined;
  /** For tokens from OAuth: used once when the hub answers 401. */
  readonly renewal?: TokenRenewal | undefined;
  /** Sends the token to endpoints on other hosts (`--send-token`). */
  readonly sendToken?: boolean | undefined;
  readonly deadlines: Deadlines;
  /** Milliseconds since the epoch; see {@link withTotalDeadline}. */
  readonly finishBy?: number;
  readonly onRequest?: (note: RequestNote) => void;
  /** Called before a wait for a server, with its seconds. */
  readonly onWait?: ((seconds: number) => void) | undefined;
}

export const HUB_URL = 'https://huggingface.co';
export const INFERENCE_URL = 'https://router.huggingface.co';

/** The connection for several requests that share the total deadline. */
export function withTotalDeadline(connection: Connection): Connection {
  return { ...connection, finishBy: connection.finishBy ?? Date.now() + connection.deadlines.total * 1000 };
}

/** Creates a token with the one permission that runs need. */
const NEW_TOKEN = '/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained';

/**
 * The page of a hub for creating a token.
 * @param hubUrl for example `https://huggingface.co`
 */
export function getTokenPage(hubUrl: string = HUB_URL): string {
  return `${hubUrl.replace(/\/+$/, '')}${NEW_TOKEN}`;
}

/** The page for registering an OAuth app. */
export function getApplicationPage(hubUrl: string): string {
  return `${hubUrl}/settings/applications/new`;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | AsyncIterable<Uint8Array> | undefined;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  /** 0 if a browser hides a redirect. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly url?: string;
}

/**
 * Makes HTTP requests. May follow redirects of a GET, but without the token on other origins. Rejects like `fetch`, or
 * with the signal's reason.
 */
export interface Transport {
  exchange(request: TransportRequest): Promise<TransportResponse>;
  /** Whether bodies may be streams; browsers need blobs. */
  readonly streamsUploads: boolean;
  /** The number of bytes is divisible by 3 except in the last call for a file. */
  encodeBase64(bytes: Uint8Array): Uint8Array;
  /** Checks a value by a JSON Schema as `checkValue` does, and throws after some milliseconds, where the platform can. */
  checkValue?(schema: JsonSchema, value: JsonValue, milliseconds: number): Promise<string | undefined>;
  /** The error behind a code of the platform; undefined for others. */
  explainFailure?(error: unknown, url: string): Failure | undefined;
}

export function toTransportResponse({ status, headers, body, url }: Response): TransportResponse {
  const byName = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, headers: new Map(byName), body, url };
}

export const browserTransport: Transport = {
  async exchange({ url, body, ...request }) {
    const response = await fetch(url, {
      ...request,
      body: body as BodyInit | undefined,
      // Pages cannot see redirect targets, so the browser follows them. Since the Fetch standard of November 2022
      // (Chrome 119, Firefox 111, Safari 16.1) it removes the token on other origins; `URL.parse` is newer than that.
      redirect:
        request.method === 'GET' && (!('Authorization' in request.headers) || 'parse' in URL)
          ? 'follow'
          : 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return toTransportResponse(response);
  },
  streamsUploads: false,
  encodeBase64: (bytes) => new TextEncoder().encode(toBase64(bytes)),
};

/** The error of an aborted signal. */
export function abortReason(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return isFailure(reason) ? reason : new CanceledError();
}

/** The result of a promise. @throws {@link abortReason} once the signal aborts */
export async function unlessAborted<Result>(promise: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(abortReason(signal));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * The result of a lookup that the caller can do without; undefined if it fails.
 * @throws its error if the signal has aborted, or the time for everything is over
 */
export async function unlessFailed<Result>(
  lookup: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  try {
    return await lookup;
  } catch (error) {
    const isOver = (error as { readonly deadline?: unknown }).deadline === 'total';
    if (signal?.aborted || isOver) throw error;
    return undefined;
  }
}

/** Milliseconds: longer timers end at once. */
export const MAX_TIMER = 2 ** 31 - 1;

/** Waits, at most 24 days. @throws {@link abortReason} once the signal aborts */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<void>(
    (resolve) => (timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER))),
  );
  await unlessAborted(ended, signal).finally(() => clearTimeout(timer));
}

/**
 * Runs work with a signal that aborts with the given one or after a timeout. In Node 20, `AbortSignal.any` may be
 * garbage collected before it aborts.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The transport has its own deadline for connecting. */
type WatchedDeadline = Exclude<Deadline, 'connect'>;

/** The deadlines of one exchange. Its signal aborts with a CanceledError or TimeoutError as the reason. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Starts a deadline in place of the current one. @param max seconds after which it ends at the latest */
  expect(deadline: WatchedDeadline, max?: number): void;
  isUploading: boolean;
  /** Ends the exchange, and an upload that is still running. */
  end(): void;
}

export function watchExchange(connection: Connection, url: string, signal?: AbortSignal): Watch {
  const controller = new AbortController();
  const { deadlines } = connection;
  const seconds: Record<WatchedDeadline, number> = {
    'first byte': deadlines.firstByte,
    idle: deadlines.idle,
    total: deadlines.total,
  };
  const abortAt = (deadline: WatchedDeadline, milliseconds: number) =>
    setTimeout(() => controller.abort(new TimeoutError(deadline, seconds[deadline], url)), milliseconds);
  const cancel = () => controller.abort(new CanceledError());

  const left =
    connection.finishBy === undefined ? seconds.total * 1000 : Math.max(connection.finishBy - Date.now(), 0);
  const total = abortAt('total', left);
  let current: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    isUploading: false,
    expect(deadline, max = Infinity) {
      clearTimeout(current);
      // An upload may continue after the response was read.
      if (!ended) current = abortAt(deadline, Math.min(seconds[deadline], max) * 1000);
    },
    end() {
      ended = true;
      clearTimeout(current);
      clearTimeout(total);
      signal?.removeEventListener('abort', cancel);
      if (this.isUploading) controller.abort();
    },
  };
}
