import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

const refused = 'Invalid credentials in Authorization header';

/** The access token of a request that carries one; any that starts with `hf_` is good. */
export function readToken(request: IncomingMessage): string | undefined {
  return /^Bearer (hf_\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * The access token of a request that must carry one.
 * @throws HttpError 401
 */
export function requireToken(request: IncomingMessage): string {
  const token = readToken(request);
  if (token === undefined) throw new HttpError(401, refused, { 'X-Error-Message': refused });
  return token;
}

/**
 * For what is open to everybody: no token will do, a bad one will not.
 * @throws HttpError 401
 */
export function refuseBadToken(request: IncomingMessage): void {
  if (request.headers.authorization !== undefined) requireToken(request);
}
