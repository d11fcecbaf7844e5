import {
  createSession,
  loaded,
  paceRuns,
  tokenRenewal,
  webTokenStore,
  type RedirectOutcome,
} from '@tryout/engine';
import { createMemory, createNotices, type App } from '../state/app-context.ts';
import { persistForms, createNoForms, type RestoredForms } from '../state/stored/forms.ts';
import { readAvailableOnly } from '../state/stored/preferences.ts';
import { SIGN_IN } from '../state/routes.ts';
import { getHubName, loadSettings, openConnection } from '../state/settings.ts';
import { createDatabaseOpener, type OpenDatabase } from '../state/stored/database.ts';
import { readValue, signInStorage } from '../state/stored/values.ts';

/** Milliseconds between updates of the page while a run makes progress or streams text. */
const UPDATE_INTERVAL = 50;

/**
 * Creates everything the app needs before the first render.
 * @throws InputError for invalid settings
 */
export async function start(redirect: RedirectOutcome): Promise<App> {
  const openDatabase = createDatabaseOpener();
  const restoration = restoreTab(openDatabase);
  const settings = await loadSettings();
  if (redirect.status === 'ignored' && redirect.warning !== undefined) console.warn(redirect.warning);
  // The sign-in screen finishes the redirect or shows its error.
  const isSignInRedirect = redirect.status === 'ready' || redirect.status === 'failed';
  if (isSignInRedirect) history.replaceState(null, '', `#${SIGN_IN}`);
  const store = webTokenStore(() => signInStorage, navigator.locks, settings.hubUrl);
  const { token: storedToken, grant } = await store.read();
  const isAsking = readValue('keepOrDelete') !== undefined;
  const canBeGuest = !isSignInRedirect && !isAsking && !location.hash.startsWith(`#${SIGN_IN}`);
  const token = storedToken ?? (canBeGuest ? settings.guestToken : undefined);
  const notices = createNotices();
  const restoredForms = await restoration;
  const connection = openConnection(settings);
  const renewal = tokenRenewal(connection, store, notices.show);
  const session = createSession({
    connect: (userToken) =>
      userToken === undefined ? connection : { ...connection, token: userToken, renewal },
    store,
    inputs: restoredForms.inputs,
    availableOnly: readAvailableOnly(),
    token,
    account: grant?.account,
  });
  if (restoredForms.missingNames.length > 0)
    notices.show(`Could not restore these inputs: ${restoredForms.missingNames.join(', ')}. Add them again.`);
  const unsavedInputs = persistForms(session, openDatabase, restoredForms);
  // Avoids a blank page while the first screen loads; its boundary reports a failure.
  const isSignInShown = token === undefined || !canBeGuest;
  const loadScreen = isSignInShown ? loadSignInPage : loadPickerPage;
  await loadScreen().catch(() => undefined);
  return {
    settings,
    hubName: getHubName(settings),
    store,
    session,
    displayedState: paceRuns(session, UPDATE_INTERVAL),
    notices,
    memory: createMemory(),
    unsavedInputs,
    history: () =>
      loaded(() => import('../state/stored/history.ts')).then((module) =>
        module.createBrowserHistory(openDatabase),
      ),
    redirect,
  };
}

async function restoreTab(openDatabase: OpenDatabase): Promise<RestoredForms> {
  if (readValue('tab') === undefined) return createNoForms();
  return import('../state/stored/restore-forms.ts')
    .then(({ restoreForms }) => restoreForms(openDatabase))
    .catch(createNoForms);
}

/** Loads the sign-in screen. */
export const loadSignInPage = () => import('../screens/sign-in/sign-in-page.tsx');

/** Loads the start page below the header. */
export const loadTaskOverview = () => import('../screens/start/task-overview.tsx');

/** Loads the picker. */
export function loadPickerPage() {
  if (location.hash.length < 3) loadTaskOverview().catch(() => undefined);
  return import('./picker-page.tsx');
}
