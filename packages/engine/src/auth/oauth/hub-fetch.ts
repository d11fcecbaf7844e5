import { InputError } from '../../errors/index.ts';
import { adoptedFetch, type Connection, isPrivateWay } from '../../http/index.ts';

/** What Tryout asks for (specification, section 9): who someone is, and running models in their name. */
export const SCOPES = 'openid profile inference-api';

/** Whom and how to ask; the connection's own token is never used. */
export interface OAuthClient {
  readonly connection: Connection;
  readonly clientId: string;
  readonly signal?: AbortSignal;
}

/** Seconds; nothing here is large or has to be computed for long. */
const LONGEST_SILENCE = 30;

/** Bytes of any answer. */
const LARGEST = 1024 * 1024;

/**
 * A `fetch` that asks the hub by our own way of sending: deadlines, sizes, redirects and the rule for tokens hold.
 * @param token the one to ask with, for userinfo
 * @throws InputError for a hub whose answers can be read on the way
 */
export function hubFetch(
  { connection, signal }: Omit<OAuthClient, 'clientId'>,
  token?: string,
): typeof fetch {
  const hub = new URL(connection.hubUrl);
  if (!isPrivateWay(hub)) {
    throw new InputError(`${hub.host} is asked over an unencrypted network, where nobody can sign in`, {
      hint: 'Use its https address.',
    });
  }
  const { token: _token, sendToken: _sendToken, renewal: _renewal, deadlines, ...open } = connection;
  const asked: Connection = {
    ...open,
    ...(token === undefined ? {} : { token }),
    deadlines: {
      ...deadlines,
      firstByte: Math.min(deadlines.firstByte, LONGEST_SILENCE),
      idle: Math.min(deadlines.idle, LONGEST_SILENCE),
    },
  };
  return adoptedFetch(asked, signal ? { signal } : {}, { limit: LARGEST });
}

/** Seconds for each request of work that goes on although nobody may wait for it any more. */
const LONGEST = 10;

/** The connection for such work: short, and whatever else had to be finished when. */
export function inShort({ finishBy: _finishBy, ...connection }: Connection): Connection {
  const { deadlines } = connection;
  return { ...connection, deadlines: { ...deadlines, total: Math.min(deadlines.total, LONGEST) } };
}
