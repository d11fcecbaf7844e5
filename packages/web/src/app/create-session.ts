import { createSession, tokenRenewal, type Connection, type Session, type TokenStore } from '@tryout/engine';
import { keepForm } from '../lib/kept-form/keep-form.ts';
import { takeForm } from '../lib/kept-form/take-form.ts';
import { openConnection } from '../lib/open-connection.ts';
import type { Settings } from '../lib/settings.ts';

/**
 * The session of this page.
 * @param found the token, with its account where that is known, when the page was opened
 * @param onNotice told what a renewal of the token has to say, and what of the form is gone
 */
export async function createPageSession(
  settings: Settings,
  store: TokenStore,
  { token, account }: { readonly token?: string; readonly account?: string },
  onNotice: (notice: string) => void,
): Promise<Session> {
  const open = openConnection(settings);
  const renewal = tokenRenewal(open, store, { onNotice });
  const connect = (as: string | undefined): Connection =>
    as === undefined ? open : { ...open, token: as, renewal };
  const taken = await takeForm();
  const session = createSession({
    connect,
    store,
    inputs: taken.inputs,
    token,
    account,
  });
  keepForm(session, taken);
  if (taken.lost.length > 0) onNotice(`No longer kept, to be given again: ${taken.lost.join(', ')}.`);
  return session;
}
