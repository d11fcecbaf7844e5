import {
  type Connection,
  createSession,
  loaded,
  type RedirectOutcome,
  type Session,
  tokenRenewal,
  type TokenStore,
  webTokenStore,
} from '@tryout/engine';
import type { App } from '../lib/app-context.ts';
import { browserStorage } from '../lib/browser-storage.ts';
import { keepForm } from '../lib/kept-form/keep-form.ts';
import { takeForm } from '../lib/kept-form/take-form.ts';
import { lazySession } from '../lib/lazy-session.ts';
import { createNotices } from '../lib/notices.ts';
import { SIGN_IN } from '../lib/routes.ts';
import { hubNameOf, loadSettings, openConnection, type Settings } from '../lib/settings.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { pickerPage, signInPage } from './routes.tsx';

/**
 * Gathers what the page is opened with.
 * @throws InputError for settings that cannot be used
 */
export async function start(redirect: RedirectOutcome): Promise<App> {
  const { token: likely } = await webTokenStore(() => browserStorage).read();
  // What is about to be shown is fetched beside the settings.
  if (likely !== undefined) void pickerPage.ahead();
  const settings = await loadSettings();
  if (redirect.status === 'ignored' && redirect.warning !== undefined) console.warn(redirect.warning);
  // Where it is finished, or told what became of it.
  const isAnswer = redirect.status === 'ready' || redirect.status === 'failed';
  if (isAnswer) history.replaceState(null, '', `#${SIGN_IN}`);
  const store = webTokenStore(() => browserStorage, navigator.locks, settings.hubUrl);
  const { token: stored, grant } = await store.read();
  const wantsGuest = !isAnswer && !location.hash.startsWith(`#${SIGN_IN}`);
  const token = stored ?? (wantsGuest ? settings.guestToken : undefined);
  const notices = createNotices();
  const session = lazySession(async () => {
    const { createPageSession } = await loaded(() => import('./start.ts'));
    return createPageSession(settings, store, { token, account: grant?.account }, notices.tell);
  });
  // The first screen is drawn once, whole.
  if (token === undefined) await signInPage.ahead();
  else await Promise.all([pickerPage.ahead(), session.load().catch(() => undefined)]);
  return {
    settings,
    hubName: hubNameOf(settings),
    store,
    ...(token === undefined ? {} : { token }),
    session,
    notices,
    redirect,
  };
}

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
  const { drafts } = taken;
  const session = createSession({
    connect,
    store,
    drafts,
    whenIdle,
    ...(token === undefined ? {} : { token }),
    ...(account === undefined ? {} : { account }),
  });
  keepForm(session, taken);
  if (taken.lost.length > 0) onNotice(`No longer kept, to be given again: ${taken.lost.join(', ')}.`);
  return session;
}
