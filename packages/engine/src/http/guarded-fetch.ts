import { limits, type HttpResponse } from './response.ts';
import type { Connection } from './connection.ts';
import { parseServerJson } from './server-json.ts';
import { fileFromBlob } from '../fields/index.ts';
import type { OutgoingRequest } from './url-rules.ts';
import { send, type SendOptions } from './send.ts';

const ownHeaders = new Set(['authorization', 'content-length', 'host', 'user-agent']);

export interface GuardedFetchOptions {
  /** Whether a URL is public: requested without the token, and redirects to other hosts are followed. */
  readonly isPublic?: (url: string) => boolean;
  /** Requests with the token are only redirected below this URL. */
  readonly base?: string;
  /** Maximum bytes of a response; depends on its type by default. */
  readonly limit?: number;
  /** Called with the JSON of each response that the library reads. */
  readonly onJson?: ((json: unknown) => void) | undefined;
  /** The error for a failed response; by default the library gets the response. */
  readonly failureOf?: (response: HttpResponse) => Promise<Error>;
  /** Whether bodies of responses are read while they arrive, without a limit. */
  readonly isStreamed?: boolean;
}

/** A `fetch` for libraries that enforces the rules of {@link send}. Drops their authorization header. */
export function guardedFetch(
  connection: Connection,
  options: SendOptions = {},
  { isPublic, base, limit, failureOf, onJson, isStreamed }: GuardedFetchOptions = {},
): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith('data:')) return fetch(url);
    const body = toRequestBody(init?.body, new Headers(init?.headers).get('content-type'));
    const headers = Object.fromEntries(
      [...new Headers(init?.headers)].filter(
        // `send` sets the content type; one in lower case would be sent in addition.
        ([name]) => !ownHeaders.has(name) && !(body && name === 'content-type'),
      ),
    );
    const named = init?.method?.toUpperCase();
    const method = named === 'POST' || named === 'PUT' ? named : 'GET';
    const response = await send(
      connection,
      { method, url, headers, body, ...(isPublic?.(url) ? { isPublic: true } : { base }) },
      options,
    );
    if (failureOf && !response.isOk) throw await failureOf(response);
    if (isStreamed) return new Response(toStream(response.chunks()), { status: response.status });
    const bytes = await response.bytes(
      limit ?? (/\bjson\b/i.test(response.contentType) ? limits.json : limits.media),
    );
    const copy = new Response(bytes.length > 0 ? bytes : null, {
      status: response.status,
      headers: [...response.headers],
    });
    const json = async () => {
      const value = parseServerJson(await copy.text(), response);
      onJson?.(value);
      return value;
    };
    return Object.assign(copy, { json });
  };
}

function toRequestBody(body: BodyInit | null | undefined, type: string | null): OutgoingRequest['body'] {
  if (body instanceof URLSearchParams) return { kind: 'url-encoded', fields: [...body] };
  const isText = typeof body === 'string';
  if (isText && (!type || type === 'application/json')) return { kind: 'json', json: JSON.parse(body) };
  if (!isText && !(body instanceof Blob)) return undefined;
  const file = fileFromBlob(isText ? new Blob([body]) : body, 'request body', type ?? OCTETS);
  return { kind: 'file', file };
}

const OCTETS = 'application/octet-stream';

function toStream(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>) {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}
