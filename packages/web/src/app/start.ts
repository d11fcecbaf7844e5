import {
  createSession,
  loaded,
  paceRuns,
  tokenRenewal,
  webTokenStore,
  type RedirectOutcome,
} from '@tryout/engine';
import { type App, createNotices } from '../state/app-context.ts';
import { persistForms, noForms, type RestoredForms } from '../state/form-persistence/persist-form.ts';
import { readTab } from '../state/form-persistence/stored-form.ts';
import { readAvailableOnly } from '../state/preferences.ts';
import { SIGN_IN } from '../state/routes.ts';
import { browserStorage, getHubName, loadSettings, openConnection } from '../state/settings.ts';
import { databaseOpener, type OpenDatabase } from '../state/storage/database.ts';

/** Milliseconds between updates of a run's progress and text. */
const PROGRESS_INTERVAL = 50;

/**
 * Creates everything the app needs before the first render.
 * @throws InputError for invalid settings
 */
export async function start(redirect: RedirectOutcome): Promise<App> {
  const open = databaseOpener();
  const restoring = restoreTab(open);
  const settings = await loadSettings();
  if (redirect.status === 'ignored' && redirect.warning !== undefined) console.warn(redirect.warning);
  // The sign-in screen finishes the redirect or shows its error.
  const isSignInRedirect = redirect.status === 'ready' || redirect.status === 'failed';
  if (isSignInRedirect) history.replaceState(null, '', `#${SIGN_IN}`);
  const store = webTokenStore(() => browserStorage, navigator.locks, settings.hubUrl);
  const { token: stored, grant } = await store.read();
  const canBeGuest = !isSignInRedirect && !location.hash.startsWith(`#${SIGN_IN}`);
  const token = stored ?? (canBeGuest ? settings.guestToken : undefined);
  const notices = createNotices();
  const restored = await restoring;
  const connection = openConnection(settings);
  const renewal = tokenRenewal(connection, store, notices.show);
  const session = createSession({
    connect: (as) => (as === undefined ? connection : { ...connection, token: as, renewal }),
    store,
    inputs: restored.inputs,
    availableOnly: readAvailableOnly(),
    token,
    account: grant?.account,
  });
  if (restored.lost.length > 0)
    notices.show(`Could not restore these inputs: ${restored.lost.join(', ')}. Add them again.`);
  const unsaved = persistForms(session, open, restored);
  // Avoids a blank page while the first screen loads; its boundary reports a failure.
  const isSignInShown = token === undefined || !canBeGuest;
  const loadScreen = isSignInShown ? loadSignInPage : loadPickerPage;
  await loadScreen().catch(() => undefined);
  return {
    settings,
    hubName: getHubName(settings),
    store,
    session,
    displayed: paceRuns(session, PROGRESS_INTERVAL),
    notices,
    unsaved,
    history: () =>
      loaded(() => import('../state/storage/history.ts')).then((module) => module.browserHistory(open)),
    redirect,
  };
}

async function restoreTab(open: OpenDatabase): Promise<RestoredForms> {
  const tab = readTab();
  if (!tab) return noForms();
  return import('../state/form-persistence/restore-form.ts').then(
    ({ restoreForms }) => restoreForms(open, tab),
    noForms,
  );
}

/** Loads the sign-in screen. */
export const loadSignInPage = () => import('../features/auth/sign-in-page.tsx');

/** Loads the picker. */
export const loadPickerPage = () => import('./picker-page.tsx');
