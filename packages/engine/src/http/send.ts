import { InputError, RedirectError } from '../errors/index.ts';
import { REDACTED, withoutToken } from '../text/index.ts';
import {
  isRedirect,
  redirectTarget,
  type OutgoingRequest,
  containsToken,
  mayReceiveToken,
  parseWebUrl,
} from './url-rules.ts';
import { explainNetworkFailure } from './network-failure.ts';
import { isGated, toResponse, type HttpResponse } from './response.ts';
import { watchExchange, type Watch, withTotalDeadline, type Connection } from './connection.ts';

export interface Progress {
  readonly phase: 'upload' | 'download';
  readonly bytes: number;
  readonly total?: number | undefined;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

const MAX_REDIRECTS = 5;

/**
 * Sends a request. All requests use this function, which enforces the rules for the token and redirects; deadlines and
 * the signal apply until the body is read. If the hub refuses the token, renews it if possible and repeats the request.
 * @throws SignInExpiredError, NetworkError, TimeoutError, CanceledError, RedirectError, InputError (an invalid URL,
 * header or token, or a changed file)
 */
export async function send(
  connection: Connection,
  request: OutgoingRequest,
  options: SendOptions = {},
): Promise<HttpResponse> {
  const { token, renewal } = connection;
  const latest = token === undefined ? undefined : (renewal?.latest(token) ?? token);
  const within = withTotalDeadline({ ...connection, token: latest });
  const response = await follow(within, request, options);
  const renewed = await withRenewedToken(within, request, response, options.signal);
  return renewed ? follow(renewed, request, options) : response;
}

/**
 * The connection for repeating a request after a 401; undefined if the token cannot be renewed. Expiry dates are not
 * used, since clocks may be wrong.
 * @throws SignInExpiredError, and what the token request throws
 */
async function withRenewedToken(
  connection: Connection,
  { isPublic }: Pick<OutgoingRequest, 'isPublic'>,
  response: HttpResponse,
  signal?: AbortSignal,
): Promise<Connection | undefined> {
  const { token, renewal } = connection;
  if (response.status !== 401 || !renewal || token === undefined || isPublic) return undefined;
  // Another endpoint may require another token.
  const isForHub = mayReceiveToken(response.url, { ...connection, sendToken: false });
  if (!isForHub || isGated(response.headers)) return undefined;
  const watch = watchExchange(connection, response.url, signal);
  const renewed = await renewal
    .renew(token, watch.signal)
    .catch(async (error: unknown) => {
      await response.close();
      throw error;
    })
    .finally(() => watch.end());
  // The caller reads the reason.
  if (renewed === undefined) return undefined;
  await response.close();
  return { ...connection, token: renewed };
}

async function follow(connection: Connection, request: OutgoingRequest, options: SendOptions) {
  let url = parseWebUrl(request.url).href;
  if (containsToken(url, connection.token)) {
    const hint = 'URLs end up in logs: remove the token from the URL.';
    throw new InputError('The URL contains your access token', { hint });
  }
  for (let hops = 0; ; hops += 1) {
    const current = { ...request, url };
    const response = await exchange(connection, current, options);
    if (!isRedirect(current, response)) return response;
    await response.close();
    if (hops === MAX_REDIRECTS)
      throw new RedirectError(`${new URL(url).host} redirected too many times`, { url });
    url = redirectTarget(current, response, connection);
    const hasLeft = new URL(url).origin !== new URL(request.url).origin;
    // For good, even if the other host redirects back.
    if (request.isHubFile && hasLeft) request = { ...request, isPublic: true };
  }
}

async function exchange(
  connection: Connection,
  request: OutgoingRequest,
  { signal, onProgress }: SendOptions,
): Promise<HttpResponse> {
  const watch = watchExchange(connection, request.url, signal);
  try {
    watch.signal.throwIfAborted();
    const { transport } = connection;
    // Pages show their first screen without it.
    const upload = request.body && (await import('./upload.ts')).createUpload(request.body);
    const total = upload?.length ?? 0;
    const length = transport.streamsUploads ? total : undefined;
    const headers = buildHeaders(connection, request, upload?.contentType, length);
    noteRequest(connection, request, headers, upload?.debugBody());
    const body = await upload?.open(transport, uploadWatch(watch, total, onProgress));
    if (typeof body !== 'object') watch.expect('first byte');
    const { method, url } = request;
    const response = await transport.exchange({ method, url, headers, body, signal: watch.signal });
    return toResponse(response, response.url || url, watch, connection, (bytes, all) =>
      onProgress?.({ phase: 'download', bytes, total: all }),
    );
  } catch (error) {
    const reason: unknown = watch.signal.aborted
      ? watch.signal.reason
      : explainNetworkFailure(error, request.url, connection.transport);
    watch.end();
    throw reason;
  }
}

/** The idle deadline applies while a file is uploaded, then that for the first byte. */
function uploadWatch(watch: Watch, total: number, onProgress: SendOptions['onProgress']) {
  let sent = 0;
  watch.expect('idle');
  return (bytes: number) => {
    sent += bytes;
    watch.isUploading = sent < total;
    watch.expect(sent < total ? 'idle' : 'first byte');
    onProgress?.({ phase: 'upload', bytes: sent, total });
  };
}

function noteRequest(
  connection: Connection,
  request: OutgoingRequest,
  headers: Record<string, string>,
  body: string | undefined,
) {
  const { token, onRequest } = connection;
  if (!onRequest) return;
  const redactedHeaders = headers['Authorization']
    ? { ...headers, Authorization: `Bearer ${REDACTED}` }
    : headers;
  onRequest({
    method: request.method,
    url: request.url,
    headers: redactedHeaders,
    body: body && withoutToken(body, token),
  });
}

/** @param length bytes of the body, unless the transport counts them */
function buildHeaders(connection: Connection, request: OutgoingRequest, type?: string, length?: number) {
  const headers: Record<string, string> = { ...request.headers };
  if (type !== undefined) headers['Content-Type'] = type;
  if (type !== undefined && length !== undefined) headers['Content-Length'] = String(length);
  if (connection.token && !request.isPublic && mayReceiveToken(request.url, connection)) {
    headers['Authorization'] = `Bearer ${connection.token}`;
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\x20-\x7e]*$/.test(value)) throw invalidHeader(name);
  }
  return headers;
}

/** Transports would quote such values in errors, and may leak the token. */
function invalidHeader(name: string): InputError {
  if (name === 'Authorization')
    return new InputError('The access token contains an invalid character', { hint: 'Sign in again.' });
  const hint = 'Use only ASCII characters.';
  return new InputError(`The ${name} header contains an invalid character`, { hint });
}
