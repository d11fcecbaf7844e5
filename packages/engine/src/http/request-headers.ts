import { InputError } from '../errors/index.ts';
import type { Connection } from './connection.ts';
import { mayReceiveToken } from './token-rule.ts';
import { contentTypeOf, type RequestBody, type UrlEncodedBody } from './upload.ts';

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
