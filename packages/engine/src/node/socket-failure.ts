import { NetworkError, TimeoutError, type Deadline, type Failure } from '../errors/index.ts';
import { getCauses, getErrorCode } from '../http/index.ts';

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

/** The error behind a code of Node's sockets, TLS or undici; undefined for others. */
export function explainSocketFailure(error: unknown, url: string): Failure | undefined {
  const { host } = new URL(url);
  const code = getErrorCode(error);
  const deadline = deadlines[code];
  if (deadline) {
    const messages = getCauses(error).map(({ message }) => /timeout: (\d+)ms/.exec(message)?.[1]);
    const milliseconds = messages.find(Boolean);
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
  return undefined;
}
