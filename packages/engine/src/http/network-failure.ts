import { isFailure, NetworkError, TimeoutError, type Deadline } from '../errors/index.ts';

const NOT_REPEATED = 'The request was not repeated; try again.';
const closed = ['HOST closed the connection before it had answered', NOT_REPEATED] as const;

/** Messages for the codes of Node's sockets, TLS and undici. */
const causes: Record<string, readonly [message: string, hint: string]> = {
  ENOTFOUND: ['Could not resolve HOST', 'Check the address and your network connection.'],
  EAI_AGAIN: ['Could not resolve HOST', 'Check your network connection, then try again.'],
  ECONNREFUSED: ['HOST refused the connection', 'Check the address and that the server runs.'],
  ECONNRESET: closed,
  EPIPE: ['HOST closed the connection before it had read the request', NOT_REPEATED],
  UND_ERR_SOCKET: closed,
  UPGRADE: ['HOST switched to another protocol instead of responding', 'Check the address.'],
  EHOSTUNREACH: ['HOST is unreachable', 'Check your network connection.'],
  ENETUNREACH: ['There is no network', 'Check your network connection.'],
  Z_DATA_ERROR: ['The compressed answer of HOST cannot be unpacked', 'Try again.'],
  Z_BUF_ERROR: ['The compressed answer of HOST is incomplete', 'Try again.'],
  UND_ERR_HEADERS_OVERFLOW: ['HOST sent more headers than can be read', 'Check the address.'],
  UND_ERR_PRX_TLS: ['The proxy in front of HOST cannot be trusted', 'Check HTTPS_PROXY.'],
};

const notHttp = ['HOST does not answer in HTTP', 'Check the address.'] as const;

const deadlines: Record<string, Deadline> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'first byte',
  UND_ERR_BODY_TIMEOUT: 'idle',
};

const certificateCode = /CERT|SIGNATURE/;
const tlsCode = /SSL|TLS|EPROTO/;

/** An error and its causes; bounded, since causes may form a circle. */
function causesOf(error: unknown): (Error & { code?: unknown })[] {
  const chain: Error[] = [];
  let current: unknown = error;
  while (current instanceof Error && chain.length < 8) {
    chain.push(current);
    current = current instanceof AggregateError ? (current.errors as unknown[])[0] : current.cause;
  }
  return chain;
}

/**
 * An error of the transport as one of ours. Node's own message may quote the token (platform facts, 15). Errors of ours
 * that passed through a stream are returned.
 */
export function explainNetworkFailure(error: unknown, url: string): unknown {
  const chain = causesOf(error);
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
      'If a proxy of yours re-signs traffic, name its certificate in NODE_EXTRA_CA_CERTS.',
    );
  }
  if (tlsCode.test(code)) {
    return explained(
      `${host} does not answer in TLS as it should (${code})`,
      'Check the address: its server may speak plain http.',
    );
  }
  if (chain.some((cause) => /proxy/i.test(cause.message)))
    return explained(`The proxy refused to connect to ${host}`, 'Check HTTPS_PROXY.');
  if (code === '' && !isOfFetch(error)) return error;
  return explained(
    `${host} could not be reached${code ? ` (${code})` : ''}`,
    'Check the address and the network, then try again.',
  );
}

/** Whether an error without a code is fetch's network error, worded differently in each engine, or a bug of ours. */
function isOfFetch(error: unknown): boolean {
  if (typeof DOMException !== 'undefined' && error instanceof DOMException) return true;
  return error instanceof TypeError && /fetch|network|load failed|terminated/i.test(error.message);
}
