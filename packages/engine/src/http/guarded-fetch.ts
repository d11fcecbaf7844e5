import { limits, type Answer } from './answer.ts';
import type { Connection } from './connection.ts';
import { parseServerJson } from './parse-json.ts';
import type { AnswerHeaders } from './transport.ts';
import { send, type OutgoingRequest, type SendOptions } from './send.ts';

const ownHeaders = new Set(['authorization', 'content-length', 'host', 'user-agent']);

export interface Adoption {
  /** Whether a URL is public: requested without the token, and redirects to other hosts are followed. */
  readonly isPublic?: (url: string) => boolean;
  /** The most bytes of a response; by default those of its type. */
  readonly limit?: number;
  /** The error for a failed response; by default the library gets the response. */
  readonly failureOf?: (answer: Answer) => Promise<Error>;
}

/** A `fetch` for libraries that enforces the rules of {@link send}. Their authorization header is dropped. */
export function guardedFetch(
  connection: Connection,
  options: SendOptions = {},
  { isPublic, limit, failureOf }: Adoption = {},
): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith('data:')) return fetch(url);
    const body = adoptedBody(init?.body);
    const headers = Object.fromEntries(
      [...new Headers(init?.headers)].filter(
        // `send` sets the type of the body; a second one in another case would be added.
        ([name]) => !ownHeaders.has(name) && !(body && name === 'content-type'),
      ),
    );
    const method = init?.method?.toUpperCase() === 'POST' ? 'POST' : 'GET';
    const answer = await send(connection, { method, url, headers, body, isPublic: isPublic?.(url) }, options);
    if (failureOf && (answer.status < 200 || answer.status > 299)) throw await failureOf(answer);
    const bytes = await answer.bytes(limit ?? limitOf(answer.headers));
    const response = new Response(bytes.length > 0 ? bytes : null, {
      status: answer.status,
      headers: [...answer.headers],
    });
    // With the limits of parsing.
    return Object.assign(response, { json: async () => parseServerJson(await response.text(), answer) });
  };
}

function adoptedBody(body: BodyInit | null | undefined): OutgoingRequest['body'] {
  if (body instanceof URLSearchParams) return { kind: 'url-encoded', fields: [...body] };
  return typeof body === 'string' ? { kind: 'json', json: JSON.parse(body) } : undefined;
}

function limitOf(headers: AnswerHeaders): number {
  return /\bjson\b/i.test(headers.get('content-type') ?? '') ? limits.json : limits.media;
}
