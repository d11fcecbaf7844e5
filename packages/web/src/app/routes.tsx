import { loaded } from '@tryout/engine';
import { lazy, useLayoutEffect } from 'react';
import { HashRouter, Navigate, useLocation, useMatch } from 'react-router-dom';
import { PageRuns } from '../features/history/page-runs.ts';
import { useSignedIn } from '../lib/app-context.ts';
import { LoadBoundary } from '../lib/load-boundary.tsx';
import { useFocusAtNavigation } from '../lib/page-hooks.ts';
import { parsePickerPath, SIGN_IN } from '../lib/routes.ts';
import { hasRun, keepRunLink } from '../lib/run-links.ts';
import { ErrorScreen, NOT_FOUND } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import { TabSync } from './tab-sync.tsx';

const SignInPage = lazy(() => loaded(() => import('../features/auth/sign-in-page.tsx')));
const PickerPage = lazy(() => loaded(() => import('./picker-page.tsx')));

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

function Screen() {
  useFocusAtNavigation(useLocation().pathname);
  const isSignIn = useMatch(SIGN_IN) !== null;
  if (!isSignIn) return <GuardedPicker />;
  return (
    <LoadBoundary>
      <SignInPage />
    </LoadBoundary>
  );
}

/** The picker for signed-in users. Redirects others to the sign-in screen, which returns them here. */
function GuardedPicker() {
  const { pathname, search } = useLocation();
  const isSignedIn = useSignedIn();
  useLayoutEffect(() => {
    if (!isSignedIn && hasRun(search)) keepRunLink(pathname + search);
  }, [isSignedIn, pathname, search]);
  if (!parsePickerPath(pathname)) return <ErrorScreen error={NOT_FOUND} />;
  if (!isSignedIn) return <Navigate to={SIGN_IN} replace state={{ from: pathname }} />;
  return (
    <LoadBoundary>
      <PickerPage />
    </LoadBoundary>
  );
}
