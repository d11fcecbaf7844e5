import { loaded, attempt, TOKEN_KEY } from '@tryout/engine';
import { lazy, useLayoutEffect, useRef } from 'react';
import { HashRouter, Navigate, useLocation, useMatch } from 'react-router-dom';
import { PageRuns } from '../features/history/page-runs.ts';
import { useFocusAtNavigation, useListener } from '../lib/hooks.ts';
import { useSignedIn, useApp } from '../state/app-context.ts';
import { parsePickerPath, SIGN_IN, hasRun, storeRunLink } from '../state/routes.ts';
import { LoadBoundary } from '../ui/failure-note.tsx';
import { ErrorScreen, NOT_FOUND, Layout } from './layout.tsx';
import { loadPickerPage, loadSignInPage } from './start.ts';

const SignInPage = lazy(() => loaded(loadSignInPage));
const PickerPage = lazy(() => loaded(loadPickerPage));

/** The routes of the app (specification, section 2). */
export function AppRoutes() {
  useTabSync();
  const isSignedIn = useSignedIn();
  return (
    <HashRouter>
      <Layout hasApp>
        {isSignedIn && <PageRuns />}
        <Screen />
      </Layout>
    </HashRouter>
  );
}

/** The sign-in screen, or the picker for signed-in users. Others are redirected to sign in, and return afterwards. */
function Screen() {
  const { pathname, search } = useLocation();
  const isSignedIn = useSignedIn();
  const isSignIn = useMatch(SIGN_IN) !== null;
  const isGuarded = !isSignIn && !isSignedIn;
  useFocusAtNavigation(pathname);
  useLayoutEffect(() => {
    if (isGuarded && hasRun(search)) storeRunLink(pathname + search);
  }, [isGuarded, pathname, search]);
  if (!isSignIn && !parsePickerPath(pathname)) return <ErrorScreen error={NOT_FOUND} />;
  if (isGuarded) return <Navigate to={SIGN_IN} replace state={{ from: pathname }} />;
  // The key removes the last screen at once, while the next one loads.
  return <LoadBoundary key={`${isSignIn}`}>{isSignIn ? <SignInPage /> : <PickerPage />}</LoadBoundary>;
}

/**
 * Follows sign-ins and sign-outs in other tabs with storage events (F32). Pages in the back/forward cache receive none,
 * so they are loaded again if the token changed meanwhile.
 */
function useTabSync(): void {
  const { session, store } = useApp();
  useListener(window, 'storage', ({ key, storageArea }) => {
    // The key is null after `clear()`.
    if (!isLocalStorage(storageArea) || (key !== TOKEN_KEY && key !== null)) return;
    store.read().then(
      ({ token, grant }) => session.adoptToken(token, grant?.account),
      () => undefined,
    );
  });
  const lastToken = useRef<string | null | undefined>(undefined);
  useListener(window, 'pagehide', () => void (lastToken.current = getStoredToken()));
  useListener(window, 'pageshow', ({ persisted }) => {
    if (persisted && lastToken.current !== getStoredToken()) location.reload();
  });
}

function getStoredToken(): string | null | undefined {
  return attempt(() => localStorage.getItem(TOKEN_KEY));
}

/** Reading `localStorage` throws in frames without storage access, which still receive events. */
function isLocalStorage(area: Storage | null): boolean {
  return attempt(() => area === localStorage) ?? false;
}
