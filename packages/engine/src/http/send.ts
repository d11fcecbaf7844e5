import { InputError, RedirectError } from '../errors/index.ts';
import { REDACTED, withoutToken } from '../text/index.ts';
import { containsToken, mayReceiveToken, webAddress } from './addresses.ts';
import { type Answer, answerOf } from './answer.ts';
import { type Connection, withTotalDeadline } from './connection.ts';
import { explainNetworkFailure } from './network-failure.ts';
import { isRedirect, redirectTarget } from './redirect.ts';
import { withLatestToken, withRenewedToken } from './renew-token.ts';
import {
  bodyLength,
  bodyPieces,
  contentTypeOf,
  type RequestBody,
  shownBody,
  uploadOf,
  type UrlEncodedBody,
} from './upload.ts';
import { type Watch, watchExchange } from './watch.ts';

/** A request as the rooms above describe it; the token is added here, by the rule of hosts. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody | UrlEncodedBody;
  /** A file that anyone may have: sent without the token, and redirects to other hosts are followed. */
  readonly isPublic?: boolean;
  /** The transport may follow redirects unseen; the caller looks where the answer came from. */
  readonly mayFollow?: boolean;
}

/** How far an exchange is. */
export interface Progress {
  readonly phase: 'upload' | 'download';
  /** Bytes so far. */
  readonly bytes: number;
  /** Bytes in all, where known. */
  readonly total?: number;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

const MOST_REDIRECTS = 5;

/**
 * Sends a request: the one place that does. The token goes only where the rule allows, redirects are followed only
 * within an origin, deadlines and the caller's signal hold until the body is read. A token that the hub refuses is
 * renewed where that is possible, and the request sent once more.
 * @throws SignInExpiredError, NetworkError, TimeoutError, CanceledError, RedirectError, InputError (an unusable address, header
 * or token, a changed file)
 */
export async function send(
  connection: Connection,
  request: OutgoingRequest,
  options: SendOptions = {},
): Promise<Answer> {
  const within = withTotalDeadline(withLatestToken(connection));
  const answer = await follow(within, request, options);
  const renewed = await withRenewedToken(within, request, answer, options.signal);
  return renewed ? follow(renewed, request, options) : answer;
}

/** Sends a request and follows where it may be sent on to. */
async function follow(
  connection: Connection,
  request: OutgoingRequest,
  options: SendOptions,
): Promise<Answer> {
  let url = webAddress(request.url).href;
  if (containsToken(url, connection.token)) {
    throw new InputError('The address contains your access token', {
      hint: 'Addresses end up in logs: remove the token from the address.',
    });
  }
  for (let hops = 0; ; hops += 1) {
    const answer = await exchange(connection, { ...request, url }, options);
    if (!isRedirect(answer)) return answer;
    await answer.close();
    if (hops === MOST_REDIRECTS)
      throw new RedirectError(`${new URL(url).host} redirects in circles`, { url });
    url = redirectTarget(request, answer, connection);
  }
}

async function exchange(
  connection: Connection,
  request: OutgoingRequest,
  { signal, onProgress }: SendOptions,
): Promise<Answer> {
  const watch = watchExchange(connection, request.url, signal);
  try {
    watch.signal.throwIfAborted();
    const { transport } = connection;
    const pieces = request.body ? bodyPieces(request.body) : [];
    const total = bodyLength(pieces);
    const headers = headersOf(connection, request, transport.streamsUploads ? total : undefined);
    noteRequest(connection, request, headers);
    const body = request.body && (await uploadOf(pieces, transport, uploadWatch(watch, total, onProgress)));
    if (typeof body !== 'object') watch.expect('first byte');
    const response = await transport.exchange({
      method: request.method,
      url: request.url,
      headers,
      body,
      signal: watch.signal,
      mayFollow: request.mayFollow,
    });
    const { token } = connection;
    return answerOf(response, response.url || request.url, watch, token, (bytes, all) =>
      onProgress?.({ phase: 'download', bytes, total: all }),
    );
  } catch (error) {
    const reason: unknown = watch.signal.aborted
      ? watch.signal.reason
      : explainNetworkFailure(error, request.url);
    watch.end();
    throw reason;
  }
}

/** While a file goes out its pieces must keep moving; with the last one the wait for the answer begins. */
function uploadWatch(
  watch: Watch,
  total: number,
  onProgress: SendOptions['onProgress'],
): (bytes: number) => void {
  let sent = 0;
  watch.expect('idle');
  return (bytes) => {
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
): void {
  const { token, onRequest } = connection;
  if (!onRequest) return;
  const body = request.body && shownBody(request.body);
  const shown = headers['Authorization'] ? { ...headers, Authorization: `Bearer ${REDACTED}` } : headers;
  onRequest({
    method: request.method,
    url: request.url,
    headers: shown,
    body: body && withoutToken(body, token),
  });
}

interface Request {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody | UrlEncodedBody;
  readonly isPublic?: boolean;
}

/** Printable ASCII: all that may stand in our headers, and all that a token may hold. */
const headerValue = /^[\x20-\x7e]*$/;

/**
 * The headers of a request, the token among them where it may go.
 * @param length bytes of the body, where the transport does not count them itself
 * @throws InputError for a value that no header can carry
 */
export function headersOf(
  connection: Connection,
  request: Request,
  length: number | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { ...request.headers };
  if (request.body) headers['Content-Type'] = contentTypeOf(request.body);
  if (request.body && length !== undefined) headers['Content-Length'] = String(length);
  if (connection.token && !request.isPublic && mayReceiveToken(request.url, connection)) {
    headers['Authorization'] = `Bearer ${connection.token}`;
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!headerValue.test(value)) throw unusable(name);
  }
  return headers;
}

/** Transports refuse such values as well, but quote them: it may be the token (platform facts, 15). */
function unusable(name: string): InputError {
  return name === 'Authorization'
    ? new InputError('The access token holds a character that no token has', { hint: 'Sign in again.' })
    : new InputError(`What is to be sent as ${name} holds a character that no header can carry`, {
        hint: 'Use letters, digits and hyphens.',
      });
}
