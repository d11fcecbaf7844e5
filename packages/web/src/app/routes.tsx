import { attempt, TOKEN_KEY } from '@tryout/engine';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { HashRouter, Navigate, useLocation, useMatch, useNavigationType } from 'react-router-dom';
import { PageRuns } from './page-runs.ts';
import { useFocusAtNavigation, useListener } from '../lib/hooks.ts';
import { useSignedIn, useApp } from '../state/app-context.ts';
import { parsePickerPath, SIGN_IN, hasRun, storeRunLink } from '../state/routes.ts';
import { findChange, signInStorage } from '../state/stored/values.ts';
import { loadOnUse } from '../ui/failure-note.tsx';
import { ErrorScreen, NOT_FOUND, Layout } from './layout.tsx';
import { loadPickerPage, loadSignInPage } from './start.ts';

const SignInPage = loadOnUse(loadSignInPage);
const PickerPage = loadOnUse(loadPickerPage);

/** The routes of the app (specification, section 2). */
export function AppRoutes() {
  useTabSync();
  const isSignedIn = useSignedIn();
  return (
    <HashRouter>
      <PlainPath>
        <Layout hasApp hasPicker={isSignedIn}>
          {isSignedIn && <PageRuns />}
          <Screen />
        </Layout>
      </PlainPath>
    </HashRouter>
  );
}

/** Removes double slashes from the path, which the router would take for another host's, before anything uses it. */
function PlainPath({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  if (!pathname.includes('//')) return children;
  return <Navigate to={pathname.replaceAll(/\/{2,}/g, '/') + search} replace />;
}

/** The sign-in screen, or the picker for signed-in users. Others are redirected to sign in, and return afterwards. */
function Screen() {
  const { pathname, search } = useLocation();
  const isSignedIn = useSignedIn();
  const isSignIn = useMatch(SIGN_IN) !== null;
  const isGuarded = !isSignIn && !isSignedIn;
  useFocusAtNavigation(pathname);
  useScrollPosition();
  useLayoutEffect(() => {
    if (isGuarded && hasRun(search)) storeRunLink(pathname + search);
  }, [isGuarded, pathname, search]);
  if (!isSignIn && !parsePickerPath(pathname)) return <ErrorScreen error={NOT_FOUND} />;
  if (isGuarded) return <Navigate to={SIGN_IN} replace state={{ from: pathname }} />;
  return isSignIn ? <SignInPage /> : <PickerPage />;
}

/** Shows new screens from their top, and those that the user returns to as they were, once they are as high. */
function useScrollPosition(): void {
  const { key: visit, pathname } = useLocation();
  const key = `${visit} ${pathname}`;
  const { scrollPositions: positions } = useApp().memory;
  const isReturn = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    const main = document.querySelector('main')!;
    const top = isReturn ? (positions.get(key) ?? 0) : 0;
    const observer = new ResizeObserver(restore);
    function restore() {
      main.scrollTop = top;
      if (main.scrollTop >= top) observer.disconnect();
    }
    for (const part of main.children) observer.observe(part);
    restore();
    const save = () => void positions.set(key, main.scrollTop);
    main.addEventListener('scroll', save);
    return () => {
      observer.disconnect();
      main.removeEventListener('scroll', save);
    };
  }, [key, isReturn, positions]);
}

/**
 * Follows other tabs that sign in, sign out or forget the user, with storage events. Pages in the back/forward cache receive none,
 * so they are loaded again if the token changed meanwhile.
 */
function useTabSync(): void {
  const { session, store } = useApp();
  useListener(window, 'storage', (event) => {
    const change = findChange(event);
    if (change === 'forgotten') return location.reload();
    if (change === undefined) return;
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
  return attempt(() => signInStorage.getItem(TOKEN_KEY));
}
