import { isFailure, NetworkError, TimeoutError, type Deadline } from '../errors/index.ts';

/** What went wrong, by the codes of Node's sockets and TLS and of undici; `HOST` stands for the server's name. */
const causes: Record<string, readonly [message: string, hint: string]> = {
  ENOTFOUND: ['There is no host HOST', 'Check the address and the network.'],
  EAI_AGAIN: ['The name HOST could not be looked up', 'Check the network, then try again.'],
  ECONNREFUSED: ['HOST refused the connection', 'Check the address and that the server runs.'],
  ECONNRESET: [
    'HOST closed the connection before it had answered',
    'The request was not repeated; try again.',
  ],
  EPIPE: [
    'HOST closed the connection before it had read the request',
    'The request was not repeated; try again.',
  ],
  UND_ERR_SOCKET: [
    'HOST closed the connection before it had answered',
    'The request was not repeated; try again.',
  ],
  UPGRADE: ['HOST switched to another protocol instead of responding', 'Check the address.'],
  EHOSTUNREACH: ['There is no way to HOST', 'Check the network.'],
  ENETUNREACH: ['There is no network', 'Check the network.'],
  Z_DATA_ERROR: ['The compressed answer of HOST cannot be unpacked', 'Try again.'],
  Z_BUF_ERROR: ['The compressed answer of HOST is not whole', 'Try again.'],
  UND_ERR_HEADERS_OVERFLOW: ['HOST sent more headers than can be read', 'Check the address.'],
  UND_ERR_PRX_TLS: ['The proxy in front of HOST cannot be trusted', 'Check HTTPS_PROXY.'],
};

/** For all codes of Node's HTTP parser. */
const notHttp = ['HOST does not answer in HTTP', 'Check the address.'] as const;

/** Deadlines of the transport's own; undici names the time of connecting in its message. */
const deadlines: Record<string, Deadline> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'first byte',
  UND_ERR_BODY_TIMEOUT: 'idle',
};

const certificateCode = /CERT|SIGNATURE/;
const tlsCode = /SSL|TLS|EPROTO/;

/** The chain of causes of an error, itself first; bounded, since causes may form a ring. */
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
 * An error of the transport in words. Its own message is not used: Node's quotes header values in it, the token too
 * (platform facts, 15). Errors of ours that came through a stream are given back as they are.
 */
export function explainNetworkFailure(error: unknown, url: string): unknown {
  const chain = causesOf(error);
  const ours = chain.find(isFailure);
  if (ours) return ours;
  const { host } = new URL(url);
  // The codes of a DOMException are numbers and say nothing.
  const code = chain.map((cause) => cause.code).find((known) => typeof known === 'string') ?? '';
  const deadline = deadlines[code];
  if (deadline) {
    const told = chain.map(({ message }) => /timeout: (\d+)ms/.exec(message)?.[1]).find(Boolean);
    return new TimeoutError(deadline, told === undefined ? undefined : Number(told) / 1000, url);
  }
  const known = code.startsWith('HPE_') ? notHttp : causes[code];
  if (known) return new NetworkError(known[0].replace('HOST', host), { url, hint: known[1], cause: error });
  if (certificateCode.test(code)) {
    return new NetworkError(`The certificate of ${host} is not trusted (${code})`, {
      url,
      hint: 'If a proxy of yours re-signs traffic, name its certificate in NODE_EXTRA_CA_CERTS.',
      cause: error,
    });
  }
  if (tlsCode.test(code)) {
    return new NetworkError(`${host} does not answer in TLS as it should (${code})`, {
      url,
      hint: 'Check the address: its server may speak plain http.',
      cause: error,
    });
  }
  if (chain.some((cause) => /proxy/i.test(cause.message))) {
    return new NetworkError(`The proxy refused to connect to ${host}`, {
      url,
      hint: 'Check HTTPS_PROXY.',
      cause: error,
    });
  }
  if (code === '' && !isOfFetch(error)) return error;
  return new NetworkError(`${host} could not be reached${code ? ` (${code})` : ''}`, {
    url,
    hint: 'Check the address and the network, then try again.',
    cause: error,
  });
}

/**
 * Whether an error without a code is one with which fetch says that the network failed: each engine has words of its
 * own for it. Any other is a fault of our own, which must not be taken for one of the network.
 */
function isOfFetch(error: unknown): boolean {
  if (typeof DOMException !== 'undefined' && error instanceof DOMException) return true;
  return error instanceof TypeError && /fetch|network|load failed|terminated/i.test(error.message);
}
