import { InputError } from '../../errors/index.ts';
import { guardedFetch, isSecureUrl, type Connection } from '../../http/index.ts';

/** The permissions that Tryout requests (specification, section 9). */
export const SCOPES = 'openid profile inference-api';

export interface OAuthClient {
  /** Its token is not used. */
  readonly connection: Connection;
  readonly clientId: string;
  readonly signal?: AbortSignal | undefined;
}

/** Seconds until the first byte, and between bytes. */
const MAX_SILENCE = 30;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * A `fetch` to the hub that enforces the rules of `send`.
 * @param token sent with the request, for userinfo
 * @throws InputError for a hub without encryption
 */
export function hubFetch({ connection, signal }: OAuthClient, token?: string): typeof fetch {
  const hub = new URL(connection.hubUrl);
  if (!isSecureUrl(hub)) {
    const message = `Cannot sign in to ${hub.host} over an unencrypted connection`;
    throw new InputError(message, { hint: 'Use an https:// hub URL.' });
  }
  const { sendToken: _sendToken, renewal: _renewal, deadlines, ...open } = connection;
  const firstByte = Math.min(deadlines.firstByte, MAX_SILENCE);
  const idle = Math.min(deadlines.idle, MAX_SILENCE);
  const limited: Connection = { ...open, token, deadlines: { ...deadlines, firstByte, idle } };
  return guardedFetch(limited, { signal }, { limit: MAX_RESPONSE_BYTES });
}

/** Seconds. */
const SHORT_DEADLINE = 10;

/** The connection for work in the background. */
export function withShortDeadline({ finishBy: _finishBy, ...connection }: Connection): Connection {
  const total = Math.min(connection.deadlines.total, SHORT_DEADLINE);
  return { ...connection, deadlines: { ...connection.deadlines, total } };
}
