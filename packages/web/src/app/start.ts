import { loaded, webTokenStore, type RedirectOutcome } from '@tryout/engine';
import type { App } from '../lib/app-context.ts';
import { browserStorage } from '../lib/browser-storage.ts';
import { lazySession } from '../lib/lazy-session.ts';
import { createNotices } from '../lib/notices.ts';
import { SIGN_IN } from '../lib/routes.ts';
import { hubNameOf } from '../lib/settings.ts';
import { loadSettings } from './load-settings.ts';
import { pickerPage, signInPage } from './pages.ts';

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
    const { createPageSession } = await loaded(() => import('./create-session.ts'));
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
