import type { Answer } from './answer.ts';
import type { Connection } from './connection.ts';
import { isGated } from './failed-answer.ts';
import { mayReceiveToken } from './addresses.ts';
import { watchExchange } from './watch.ts';

/** The connection with the token that has taken the place of its own, where one has. */
export function withLatestToken(connection: Connection): Connection {
  const { token, renewal } = connection;
  return token === undefined || !renewal ? connection : { ...connection, token: renewal.latest(token) };
}

/**
 * The connection to send a refused request with once more; undefined where its token is not to blame or cannot be
 * renewed. Clocks may be wrong: only the hub's 401 tells that a token is void (F26).
 * @throws SignInExpiredError when the sign-in is over, and what asking for a new token throws
 */
export async function withRenewedToken(
  connection: Connection,
  { isPublic }: { readonly isPublic?: boolean },
  answer: Answer,
  signal?: AbortSignal,
): Promise<Connection | undefined> {
  const { token, renewal } = connection;
  if (answer.status !== 401 || !renewal || token === undefined || isPublic) return undefined;
  // A foreign endpoint that was given the token may want another one altogether.
  const isForHub = mayReceiveToken(answer.url, { ...connection, sendToken: false });
  if (!isForHub || isGated(answer.headers)) return undefined;
  // Nobody waits longer for a new token than for the request as a whole.
  const watch = watchExchange(connection, answer.url, signal);
  const renewed = await renewal
    .renew(token, watch.signal)
    .catch(async (error: unknown) => {
      await answer.close();
      throw error;
    })
    .finally(() => watch.end());
  // The answer says why: it stays open to be read.
  if (renewed === undefined) return undefined;
  await answer.close();
  return { ...connection, token: renewed };
}
