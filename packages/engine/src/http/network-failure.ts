import { isFailure, isOffline, NetworkError, TimeoutError, type Deadline } from '../errors/index.ts';
import { isRecord } from '../text/index.ts';
import { pause } from './connection.ts';

const NOT_REPEATED = 'The request was not repeated; try again.';
const closed = ['HOST closed the connection before responding', NOT_REPEATED] as const;

/** Messages for error codes of Node's sockets, TLS and undici. */
const causes: Record<string, readonly [message: string, hint: string]> = {
  ENOTFOUND: ['Could not resolve HOST', 'Check the URL and your network connection.'],
  EAI_AGAIN: ['Could not resolve HOST', 'Check your network connection, then try again.'],
  ECONNREFUSED: ['HOST refused the connection', 'Check the URL and that the server is running.'],
  ECONNRESET: closed,
  EPIPE: ['HOST closed the connection while reading the request', NOT_REPEATED],
  UND_ERR_SOCKET: closed,
  UPGRADE: ['HOST switched to another protocol instead of responding', 'Check the URL.'],
  EHOSTUNREACH: ['HOST is unreachable', 'Check your network connection.'],
  ENETUNREACH: ['No network connection', 'Check your network connection.'],
  Z_DATA_ERROR: ['Could not decompress the response from HOST', 'Try again.'],
  Z_BUF_ERROR: ['The compressed response from HOST is incomplete', 'Try again.'],
  UND_ERR_HEADERS_OVERFLOW: ['HOST sent too many headers', 'Check the URL.'],
};

const notHttp = ['HOST did not respond with HTTP', 'Check the URL.'] as const;

const deadlines: Record<string, Deadline> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'first byte',
  UND_ERR_BODY_TIMEOUT: 'idle',
};

const certificateCode = /CERT|SIGNATURE/;
const tlsCode = /SSL|TLS|EPROTO/;

/** An error and its causes; bounded, since causes may be cyclic. */
export function getCauses(error: unknown): (Error & { code?: unknown })[] {
  const chain: Error[] = [];
  let current: unknown = error;
  while (current instanceof Error && chain.length < 8) {
    chain.push(current);
    current = current instanceof AggregateError ? (current.errors as unknown[])[0] : current.cause;
  }
  return chain;
}

/**
 * Converts a transport error; its message may quote the token. Returns our own errors that passed
 * through a stream.
 */
export function explainNetworkFailure(error: unknown, url: string): unknown {
  const chain = getCauses(error);
  const ours = chain.find(isFailure);
  if (ours) return ours;
  const { host } = new URL(url);
  // Codes of a DOMException are numbers.
  const code = chain.map((cause) => cause.code).find((known) => typeof known === 'string') ?? '';
  const deadline = deadlines[code];
  if (deadline) {
    const milliseconds = chain.map(({ message }) => /timeout: (\d+)ms/.exec(message)?.[1]).find(Boolean);
    const seconds = milliseconds === undefined ? undefined : Number(milliseconds) / 1000;
    return new TimeoutError(deadline, seconds, url);
  }
  const explained = (message: string, hint: string) => new NetworkError(message, { url, hint, cause: error });
  const known = code.startsWith('HPE_') ? notHttp : causes[code];
  if (known) return explained(known[0].replace('HOST', host), known[1]);
  if (certificateCode.test(code)) {
    return explained(
      `The certificate of ${host} is not trusted (${code})`,
      'If your proxy re-signs traffic, set NODE_EXTRA_CA_CERTS to its certificate.',
    );
  }
  if (tlsCode.test(code)) {
    return explained(
      `The TLS connection to ${host} failed (${code})`,
      'Check the URL: the server may only support http.',
    );
  }
  if (code === '' && !isFetchError(error)) return error;
  if (isOffline()) return explained('You are offline', 'Connect to a network, then try again.');
  return explained(
    `Could not reach ${host}${code ? ` (${code})` : ''}`,
    'Check the URL and your network connection, then try again.',
  );
}

/** Whether an error without a code is a network error of fetch; its message differs between engines. */
function isFetchError(error: unknown): boolean {
  if (typeof DOMException !== 'undefined' && error instanceof DOMException) return true;
  return error instanceof TypeError && /fetch|network|load failed|terminated/i.test(error.message);
}

/** Whether something failed because too many files and connections were open. */
export function isOutOfHandles(error: unknown): boolean {
  if (!isRecord(error)) return false;
  return ['EMFILE', 'ENFILE'].includes(String(error['code'])) || isOutOfHandles(error['cause']);
}

/** Milliseconds. */
const PAUSE = 50;
const MAX_WAIT = 60_000;

/** Repeats work while too many files and connections are open. */
export async function whenHandlesAreFree<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const started = performance.now(); ; await pause(PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfHandles(error) || performance.now() - started > MAX_WAIT) throw error;
    }
  }
}
