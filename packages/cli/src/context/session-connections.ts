import { tokenRenewal, type Connection } from '@tryout/engine';
import type { Context } from './context.ts';

/**
 * How the session reaches the hub as whoever is signed in. Each run has its own deadline; a person who looks at the
 * screen has none.
 * @param onNotice told what a renewal of the token has to say
 */
export function connectFrom(
  { connection, store }: Pick<Context, 'connection' | 'store'>,
  onNotice: (notice: string) => void,
): (token: string | undefined) => Connection {
  const { token: _token, renewal: _renewal, finishBy: _finishBy, ...open } = connection;
  const renewal = tokenRenewal(open, store, { onNotice });
  return (token) => (token === undefined ? open : { ...open, token, renewal });
}
