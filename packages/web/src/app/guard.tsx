import { use, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useApp } from '../lib/app-context.ts';
import { placeOf, SIGN_IN } from '../lib/routes.ts';
import { SessionContext } from '../lib/session-context.ts';
import { useSignedIn } from '../lib/use-signed-in.ts';
import { NotFoundError } from './not-found-error.ts';
import { SignInAgain } from './sign-in-again.tsx';

/** Lets in who is signed in; anyone else is asked to sign in, and led back afterwards. */
export function Guard({ children }: { readonly children: ReactNode }) {
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
