import { TooLargeError } from '../errors/index.ts';
import { redact } from '../text/index.ts';
import { explainNetworkFailure } from './network-failure.ts';
import type { AnswerHeaders, TransportAnswer } from './transport.ts';
import type { Watch } from './watch.ts';

/** Bytes that are read of an answer at most; honest ones are far smaller. */
export const limits = {
  json: 64 * 1024 * 1024,
  media: 256 * 1024 * 1024,
  error: 64 * 1024,
} as const;

/** An answer whose head has come. Its body is read once; reading to the end or `close` frees the connection. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Where it came from, after redirects. */
  readonly url: string;
  /** The request id of the server, if it gave one. */
  readonly requestId?: string;
  /** The token of the request, which the server may echo. */
  readonly token?: string;
  /** The body in pieces; leaving the loop closes the connection. */
  chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;
  /** @throws TooLargeError when there is more than `limit` bytes */
  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>>;
  text(limit: number): Promise<string>;
  /** The first `limit` bytes as text; what follows is dropped. */
  beginning(limit: number): Promise<string>;
  close(): Promise<void>;
}

/** Wraps a response; the watch ends with its body. `onReceived` is told the bytes so far. */
export function answerOf(
  response: TransportAnswer,
  url: string,
  watch: Watch,
  token?: string,
  onReceived?: (bytes: number, total?: number) => void,
): Answer {
  const { headers } = response;
  // The length of a compressed body says nothing of the bytes that come out of it.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  const total = length === null ? undefined : Number(length);
  const requestId = redact(headers.get('x-request-id') ?? '', token) || undefined;

  async function* chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    const reader = response.body?.getReader();
    let received = 0;
    try {
      for (;;) {
        watch.expect('idle');
        const read = await reader?.read();
        if (!read || read.done) return;
        received += read.value.length;
        onReceived?.(received, total);
        yield read.value;
      }
    } catch (error) {
      throw watch.signal.aborted ? watch.signal.reason : explainNetworkFailure(error, url);
    } finally {
      watch.end();
      await reader?.cancel().catch(() => undefined);
    }
  }

  function tooLarge(limit: number): TooLargeError {
    const most = `${limit / (1024 * 1024)} MiB`;
    return new TooLargeError(`The answer has more than ${most}; reading it was stopped`, {
      url,
      requestId,
      token,
    });
  }

  async function collect(limit: number, whole: boolean): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const chunk of chunks()) {
      pieces.push(chunk);
      size += chunk.length;
      if (whole && (size > limit || (total ?? 0) > limit)) throw tooLarge(limit);
      if (size > limit) break;
    }
    return joined(pieces, Math.min(size, limit));
  }

  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return {
    status: response.status,
    headers,
    url,
    requestId,
    token,
    chunks,
    bytes: (limit) => collect(limit, true),
    text: async (limit) => decode(await collect(limit, true)),
    beginning: async (limit) => decode(await collect(limit, false)),
    async close() {
      watch.end();
      await response.body?.cancel().catch(() => undefined);
    },
  };
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  if (pieces.length === 1 && first?.length === length) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, length - offset);
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
