import { CanceledError, TooLargeError } from '../errors/index.ts';
import { getChunks, redact } from '../text/index.ts';
import type { Connection, TransportResponse } from './connection.ts';
import { explainNetworkFailure } from './network-failure.ts';
import type { Watch } from './deadlines.ts';

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
  { token, hubUrl }: Pick<Connection, 'token' | 'hubUrl'>,
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
      throw watch.signal.aborted ? watch.signal.reason : explainNetworkFailure(error, url);
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
