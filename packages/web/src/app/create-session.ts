import { createSession, tokenRenewal, type Connection, type Session, type TokenStore } from '@tryout/engine';
import { bringBackForm } from '../lib/kept-form.ts';
import { openConnection } from '../lib/open-connection.ts';
import type { Settings } from '../lib/settings.ts';

/**
 * The session of this page.
 * @param token that was found when the page was opened
 * @param onNotice told what a renewal of the token has to say
 */
export function createPageSession(
  settings: Settings,
  store: TokenStore,
  token: string | undefined,
  onNotice: (notice: string) => void,
): Session {
  const open = openConnection(settings);
  const renewal = tokenRenewal(open, store, { onNotice });
  const connect = (as: string | undefined): Connection =>
    as === undefined ? open : { ...open, token: as, renewal };
  const session = createSession({ connect, store, ...(token === undefined ? {} : { token }) });
  bringBackForm(session);
  return session;
}
