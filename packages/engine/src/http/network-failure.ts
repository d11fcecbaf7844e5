import { isFailure, NetworkError, type Failure } from '../errors/index.ts';

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
  UND_ERR_CONNECT_TIMEOUT: ['HOST could not be reached in time', 'Check the network, then try again.'],
  ETIMEDOUT: ['HOST could not be reached in time', 'Check the network, then try again.'],
  EHOSTUNREACH: ['There is no way to HOST', 'Check the network.'],
  ENETUNREACH: ['There is no network', 'Check the network.'],
  HPE_INVALID_CONSTANT: ['HOST does not answer in HTTP', 'Check the address.'],
  UND_ERR_HEADERS_OVERFLOW: ['HOST sent more headers than can be read', 'Check the address.'],
  UND_ERR_PRX_TLS: ['The proxy in front of HOST cannot be trusted', 'Check HTTPS_PROXY.'],
};

const certificateCode = /CERT|SIGNATURE|SSL|TLS/;

/** The chain of causes of an error, itself first; bounded, since causes may form a ring. */
function causesOf(error: unknown): (Error & { code?: string })[] {
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
export function explainNetworkFailure(error: unknown, url: string): Failure {
  const chain = causesOf(error);
  const ours = chain.find(isFailure);
  if (ours) return ours;
  const { host } = new URL(url);
  const code = chain.map((cause) => cause.code).find((known) => known !== undefined) ?? '';
  const known = causes[code];
  if (known) return new NetworkError(known[0].replace('HOST', host), { url, hint: known[1], cause: error });
  if (certificateCode.test(code)) {
    return new NetworkError(`The certificate of ${host} is not trusted (${code})`, {
      url,
      hint: 'If a proxy of yours re-signs traffic, name its certificate in NODE_EXTRA_CA_CERTS.',
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
  return new NetworkError(`${host} could not be reached${code ? ` (${code})` : ''}`, {
    url,
    hint: 'Check the address and the network, then try again.',
    cause: error,
  });
}
