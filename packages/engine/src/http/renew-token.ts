import type { Answer } from './answer.ts';
import type { Connection } from './connection.ts';
import { isGated } from './failed-answer.ts';
import { mayReceiveToken } from './addresses.ts';
import type { OutgoingRequest } from './send.ts';
import { watchExchange } from './watch.ts';

/** The connection with the current token, if its own was renewed. */
export function withLatestToken(connection: Connection): Connection {
  const { token, renewal } = connection;
  return token === undefined || !renewal ? connection : { ...connection, token: renewal.latest(token) };
}

/**
 * The connection for repeating a request after a 401; undefined if the token cannot be renewed. Expiry dates are not
 * used, since clocks may be wrong (F26).
 * @throws SignInExpiredError, and what the token request throws
 */
export async function withRenewedToken(
  connection: Connection,
  { isPublic }: Pick<OutgoingRequest, 'isPublic'>,
  answer: Answer,
  signal?: AbortSignal,
): Promise<Connection | undefined> {
  const { token, renewal } = connection;
  if (answer.status !== 401 || !renewal || token === undefined || isPublic) return undefined;
  // Another endpoint may require another token.
  const isForHub = mayReceiveToken(answer.url, { ...connection, sendToken: false });
  if (!isForHub || isGated(answer.headers)) return undefined;
  const watch = watchExchange(connection, answer.url, signal);
  const renewed = await renewal
    .renew(token, watch.signal)
    .catch(async (error: unknown) => {
      await answer.close();
      throw error;
    })
    .finally(() => watch.end());
  // The caller reads the reason.
  if (renewed === undefined) return undefined;
  await answer.close();
  return { ...connection, token: renewed };
}
