import { type ReactNode, Suspense, use, useEffect, useSyncExternalStore } from 'react';
import { HashRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { SessionContext, useApp, useSessionState, useSignedIn } from '../lib/app-context.ts';
import { lazily } from '../lib/lazily.tsx';
import { placeOf, SIGN_IN } from '../lib/routes.ts';
import { NotFoundError } from './error-screen.tsx';
import { Header, Layout, NoticesBar } from './layout.tsx';
import { OtherTabs } from './other-tabs.tsx';

/** What stands at which address (specification, section 2). */
export function AppRoutes() {
  return (
    <HashRouter>
      <CaughtUp />
      <OtherTabs />
      <Layout header={<Header />} notices={<NoticesBar />}>
        <Suspense>
          <Routes>
            <Route path={SIGN_IN} element={<signInPage.View onBegun={pickerPage.ahead} />} />
            <Route
              path="*"
              element={
                <Guard>
                  <pickerPage.View />
                </Guard>
              }
            />
          </Routes>
        </Suspense>
      </Layout>
    </HashRouter>
  );
}

/** The page for signing in, loaded when it is shown. */
export const signInPage = lazily(() =>
  import('../features/auth/sign-in-page.tsx').then(({ SignInPage }) => SignInPage),
);

/** The page for choosing and trying a model, loaded when it is shown. */
export const pickerPage = lazily(() => import('./picker-page.tsx').then(({ PickerPage }) => PickerPage));

/** Lets in who is signed in; anyone else is asked to sign in, and led back afterwards. */
function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const isSignedIn = useSignedIn();
  if (!placeOf(pathname)) throw new NotFoundError(pathname);
  if (!isSignedIn) return <Navigate to={SIGN_IN} replace state={{ from: pathname }} />;
  return <WithSession>{children}</WithSession>;
}

/** Waits for the session. */
function WithSession({ children }: { readonly children: ReactNode }) {
  const { session: lazy } = useApp();
  const session = useSyncExternalStore(lazy.subscribe, lazy.getSnapshot) ?? use(lazy.load());
  return (
    <SessionContext value={session}>
      <SignInAgain />
      {children}
    </SessionContext>
  );
}

const expiredDialog = lazily(() =>
  import('../features/auth/expired-dialog.tsx').then(({ ExpiredDialog }) => ExpiredDialog),
);

/** Asks to sign in again when the hub no longer takes the token. */
function SignInAgain() {
  const isExpired = useSessionState(({ signIn }) => signIn.status === 'expired');
  if (!isExpired) return null;
  return (
    <Suspense>
      <expiredDialog.View />
    </Suspense>
  );
}

/**
 * Has the router look once more where it is: it is drawn in small steps, and does not hear of an address that changes
 * between them. Draws nothing.
 */
function CaughtUp() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const now = location.hash.slice(1) || '/';
    if (now !== pathname + search) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    // Later it hears of all changes itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
