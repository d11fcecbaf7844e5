import { limits, type HttpResponse } from './response.ts';
import type { Connection } from './connection.ts';
import { parseServerJson } from './server-json.ts';
import type { OutgoingRequest } from './url-rules.ts';
import { send, type SendOptions } from './send.ts';

const ownHeaders = new Set(['authorization', 'content-length', 'host', 'user-agent']);

export interface GuardedFetchOptions {
  /** Whether a URL is public: requested without the token, and redirects to other hosts are followed. */
  readonly isPublic?: (url: string) => boolean;
  /** Maximum bytes of a response; depends on its type by default. */
  readonly limit?: number;
  /** Called with the JSON of each response that the library reads. */
  readonly onJson?: ((json: unknown) => void) | undefined;
  /** The error for a failed response; by default the library gets the response. */
  readonly failureOf?: (response: HttpResponse) => Promise<Error>;
}

/** A `fetch` for libraries that enforces the rules of {@link send}. Drops their authorization header. */
export function guardedFetch(
  connection: Connection,
  options: SendOptions = {},
  { isPublic, limit, failureOf, onJson }: GuardedFetchOptions = {},
): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith('data:')) return fetch(url);
    const body = toRequestBody(init?.body);
    const headers = Object.fromEntries(
      [...new Headers(init?.headers)].filter(
        // `send` sets the content type; one in lower case would be sent in addition.
        ([name]) => !ownHeaders.has(name) && !(body && name === 'content-type'),
      ),
    );
    const method = init?.method?.toUpperCase() === 'POST' ? 'POST' : 'GET';
    const response = await send(
      connection,
      { method, url, headers, body, isPublic: isPublic?.(url) },
      options,
    );
    if (failureOf && !response.isOk) throw await failureOf(response);
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

function toRequestBody(body: BodyInit | null | undefined): OutgoingRequest['body'] {
  if (body instanceof URLSearchParams) return { kind: 'url-encoded', fields: [...body] };
  return typeof body === 'string' ? { kind: 'json', json: JSON.parse(body) } : undefined;
}
