import * as v from 'valibot';
import { HubApiError, HubResponseError } from '../errors/index.ts';
import {
  hintForResponse,
  readFailureBody,
  readJson,
  failureOptions,
  getReason,
  send,
  type HttpResponse,
  type Connection,
} from '../http/index.ts';
import { check } from '../results/index.ts';

/**
 * GET on the Hub's API, with the token if there is one.
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function getJson(connection: Connection, url: string, signal?: AbortSignal) {
  const headers = { Accept: 'application/json' };
  const response = await send(connection, { method: 'GET', url, headers }, { signal });
  if (!response.isOk) throw await hubApiError(response, connection);
  return { json: await readJson(response, HubResponseError), response };
}

/** A `Response` for @huggingface/hub. Without the global `Headers`, which would load Node's fetch. */
export function toResponse(json: unknown, next?: string): Response {
  const headers = { get: () => (next === undefined ? null : `<${next}>; rel="next"`) };
  return { ok: true, headers, json: () => Promise.resolve(json) } as unknown as Response;
}

/**
 * Checks a response of the Hub against a schema.
 * @param expected the shape in words, for the error
 * @throws HubResponseError
 */
export function checkHub<const Schema extends v.GenericSchema>(
  schema: Schema,
  json: unknown,
  expected: string,
  { hubUrl: url }: Connection,
): v.InferOutput<Schema> {
  return check(schema, json, expected, (expectation) => new HubResponseError(expectation, { url }));
}

/** For cards, which are written by hand: fields of the wrong type count as missing. */
export const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** The error for a failed response of the Hub, with the message of the specification, section 8. */
export async function hubApiError(
  response: HttpResponse,
  connection: Pick<Connection, 'hubUrl' | 'token'>,
): Promise<HubApiError> {
  const body = await readFailureBody(response);
  const { status, url, requestId, ...options } = failureOptions(response, body);
  const { retryAfter } = options;
  const trailer = requestId ? `URL: ${url}. Request ID: ${requestId}` : `URL: ${url}`;
  const reason = getReason(body, status, connection.token);
  return new HubApiError(`${reason ?? `Api error with status ${status}`}. ${trailer}`, {
    ...options,
    status,
    url,
    requestId,
    hint:
      status >= 500
        ? `The Hub is having problems; try again in ${retryAfter === undefined ? 'a moment' : `${retryAfter} s`}.`
        : hintForResponse(response, connection.hubUrl),
  });
}
