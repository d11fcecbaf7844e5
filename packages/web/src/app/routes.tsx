import { loaded } from '@tryout/engine';
import { lazy, useLayoutEffect } from 'react';
import { HashRouter, Navigate, useLocation, useMatch } from 'react-router-dom';
import { PageRuns } from '../features/history/page-runs.ts';
import { useSignedIn } from '../state/app-context.ts';
import { LoadBoundary } from '../lib/load-boundary.tsx';
import { useFocusAtNavigation } from '../lib/page-hooks.ts';
import { parsePickerPath, SIGN_IN } from '../state/routes.ts';
import { hasRun, storeRunLink } from '../state/run-links.ts';
import { ErrorScreen, NOT_FOUND } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import { loadPickerPage, loadSignInPage } from './screens.ts';
import { TabSync } from './tab-sync.tsx';

const SignInPage = lazy(() => loaded(loadSignInPage));
const PickerPage = lazy(() => loaded(loadPickerPage));

/** The routes of the app (specification, section 2). */
export function AppRoutes() {
  const isSignedIn = useSignedIn();
  return (
    <HashRouter>
      <TabSync />
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
