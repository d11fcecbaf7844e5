import { CanceledError, TooLargeError } from '../errors/index.ts';
import { getChunks, redact } from '../text/index.ts';
import type { Watch, Connection, TransportResponse } from './connection.ts';
import { explainNetworkFailure } from './network-failure.ts';

export const limits = {
  json: 64 * 1024 * 1024,
  media: 256 * 1024 * 1024,
  error: 64 * 1024,
} as const;

/** A response with its headers. The body can be read once; reading it or `close` frees the connection. */
export interface HttpResponse {
  readonly status: number;
  /** Whether the status is 200 to 299. */
  readonly isOk: boolean;
  readonly headers: TransportResponse['headers'];
  /** Empty if the server sent none. */
  readonly contentType: string;
  /** After redirects. */
  readonly url: string;
  readonly requestId?: string | undefined;
  /** The token of the request, to be redacted. */
  readonly token?: string | undefined;
  /** The hub of the connection, for hints. */
  readonly hubUrl: string;
  /** Leaving the loop closes the connection. */
  chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;
  /** @throws TooLargeError */
  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>>;
  text(limit: number): Promise<string>;
  /**
   * The first `limit` bytes as text, or what arrives of them before the response breaks off.
   * @param idle seconds without data after which it ends, if they are less than the connection's
   * @throws CanceledError
   */
  beginning(limit: number, idle?: number): Promise<string>;
  close(): Promise<void>;
}

export function toResponse(
  response: TransportResponse,
  url: string,
  watch: Watch,
  { token, hubUrl, transport }: Pick<Connection, 'token' | 'hubUrl' | 'transport'>,
  onReceived?: (bytes: number, total?: number) => void,
): HttpResponse {
  const { headers } = response;
  // For a compressed body, this is the compressed length.
  const length = headers.has('content-encoding') ? undefined : headers.get('content-length');
  const total = length === undefined ? undefined : Number(length);
  const header = headers.get('x-request-id');
  const requestId = header === undefined ? undefined : redact(header, token);

  async function* chunks(idle?: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    let received = 0;
    watch.expect('idle', idle);
    try {
      for await (const chunk of response.body ? getChunks(response.body) : []) {
        received += chunk.length;
        onReceived?.(received, total);
        yield chunk;
        watch.expect('idle', idle);
      }
      // Without a length, a body also ends because the connection was closed here.
      watch.signal.throwIfAborted();
    } catch (error) {
      throw watch.signal.aborted ? watch.signal.reason : explainNetworkFailure(error, url, transport);
    } finally {
      watch.end();
    }
  }

  function tooLarge(limit: number): TooLargeError {
    const message = `The response is larger than ${limit / (1024 * 1024)} MiB`;
    return new TooLargeError(message, { url, requestId, token });
  }

  async function collect(
    limit: number,
    isComplete: boolean,
    idle?: number,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    try {
      for await (const chunk of chunks(idle)) {
        pieces.push(chunk);
        size += chunk.length;
        if (isComplete && (size > limit || (total ?? 0) > limit)) throw tooLarge(limit);
        if (size > limit) break;
      }
    } catch (error) {
      if (isComplete || error instanceof CanceledError) throw error;
    }
    return joined(pieces, Math.min(size, limit));
  }

  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return {
    status: response.status,
    isOk: response.status >= 200 && response.status <= 299,
    headers,
    contentType: headers.get('content-type') ?? '',
    url,
    requestId,
    token,
    hubUrl,
    chunks: () => chunks(),
    bytes: (limit) => collect(limit, true),
    text: async (limit) => decode(await collect(limit, true)),
    beginning: async (limit, idle) => decode(await collect(limit, false, idle)),
    async close() {
      watch.end();
      await response.body?.cancel().catch(() => undefined);
    },
  };
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, length - offset);
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Seconds: a day. */
const MAX_WAIT = 24 * 60 * 60;

/** A server's wait in seconds; undefined if it is invalid or longer than a day. */
export function plausibleWait(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_WAIT ? seconds : undefined;
}

/** Seconds from `Retry-After` (seconds or a date, RFC 9110), or from `t` of the Hub's `RateLimit`. */
export function readRetryAfter(headers: HttpResponse['headers'], now = Date.now()): number | undefined {
  const header = headers.get('retry-after')?.trim();
  const date = header ? Date.parse(header) : Number.NaN;
  const reset = /\bt=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  if (header && /^\d+$/.test(header)) return Number(header);
  if (!Number.isNaN(date)) return Math.max(Math.ceil((date - now) / 1000), 0);
  return reset === undefined ? undefined : Number(reset);
}

/** The same, without waits of more than a day. */
export function getRetryAfter(headers: HttpResponse['headers'], now?: number): number | undefined {
  return plausibleWait(readRetryAfter(headers, now));
}

/** The next step for each status; SETTINGS are those of the account on the hub. */
const hints: Record<number, string> = {
  400: 'Check the input and the parameters.',
  401: 'Sign in again: the token is missing, mistyped or expired. See SETTINGS/tokens.',
  402: 'Your free credits are used up; buy more at SETTINGS/billing, or bill an organization that has credits.',
  403: 'The token needs permission to call Inference Providers; change it at SETTINGS/tokens.',
  404: 'Check the name; the repository may be private, or have no provider.',
  408: 'The server timed out; try again.',
  413: 'The input is too large for this model; try a smaller one.',
  415: 'The model does not support this kind of file; try another format.',
  422: 'The model could not process this input; check the parameters.',
  424: 'The model could not be loaded; try another model.',
  500: 'The model failed on this input; try another input or model.',
  501: 'The server does not support this; try another provider.',
  502: 'The gateway got an invalid response from the model; try again in a moment.',
  503: 'The model is not ready; try again in a minute.',
  504: 'The model took too long; try a smaller input, or try again later.',
};

/** @param modelPage the page of the model that the request is for */
export function hintForResponse(
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
  hubUrl: string,
  modelPage?: string,
): string {
  if (isGated(headers))
    return modelPage === undefined
      ? "Accept the model's conditions on its page, then try again."
      : `Request access at ${modelPage}, then try again.`;
  const retryAfter = getRetryAfter(headers);
  if (status === 429) {
    return retryAfter === undefined
      ? 'Too many requests: wait a minute, then try again.'
      : `Try again in ${retryAfter} s.`;
  }
  if (status === 503 && retryAfter !== undefined)
    return `The model is not ready; try again in ${retryAfter} s.`;
  const hint =
    hints[status] ??
    (status >= 500 ? 'The server failed; try again later.' : 'The server refused the request.');
  return hint.replace('SETTINGS', () => `${hubUrl}/settings`);
}

export function isGated(headers: HttpResponse['headers']): boolean {
  return headers.get('x-error-code') === 'GatedRepo';
}
