import {
  loaded,
  loadOAuth,
  getOwnState,
  returnTarget,
  visibleLine,
  type RedirectGrant,
} from '@tryout/engine';
import { useEffect, useReducer, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useApp, useSessionState, useSignedIn, type App } from '../../state/app-context.ts';
import { loadOnUse, FailureNote } from '../../ui/failure-note.tsx';
import { useHeadingFocus, useTitle, useLoaded } from '../../lib/hooks.ts';
import { HOME, SIGN_IN } from '../../state/routes.ts';
import { openConnection } from '../../state/settings.ts';
import { readValue } from '../../state/stored/values.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { findRedirectObstacle, SignInLink } from './sign-in-link.tsx';
import { TokenForm, useTokenSignIn, type TokenFormProps } from './token-form.tsx';
import styles from './sign-in.module.css';

const StoredNotice = loadOnUse(() => import('./stored-notice.tsx'));

interface SignInState {
  readonly from?: string;
  readonly isForgotten?: boolean;
}

/** The sign-in screen: signs in through the hub or with a token, then opens the requested page. */
export default function SignInPage() {
  const navigate = useNavigate();
  const isSignedIn = useSignedIn();
  const isAsking = !isSignedIn && readValue('keepOrDelete') !== undefined;
  const { isFinishing, path, error, returnPath: redirectPath } = useRedirect(!isAsking);
  // Set by the redirect to this screen.
  const { from, isForgotten = false } = (useLocation().state ?? {}) as SignInState;
  const returnPath = from ?? redirectPath ?? HOME;
  // A tab opened to sign in for another one has the sign-in screen as its target.
  const target = returnPath === SIGN_IN ? HOME : returnPath;
  const [answers, onAnswer] = useReducer((count: number) => count + 1, Number(isForgotten));
  const [wasSignedIn] = useState(isSignedIn);
  const isDone = path === SIGN_IN && isSignedIn;
  const heading = useHeadingFocus({ onFirstScreen: true });
  useTitle('Sign in');

  const { settings } = useApp();
  const { guestToken } = settings;
  const canRedirect = findRedirectObstacle(settings) === undefined;
  const onSignIn = () => void navigate(target, { replace: true });
  if (path !== undefined && path !== SIGN_IN) return <Navigate to={path} replace />;
  // Another tab has signed in.
  if (isSignedIn && !wasSignedIn && !isFinishing && !isDone) return <Navigate to={target} replace />;
  const link = <SignInLink returnTo={`#${returnPath}`} isEnabled={!isFinishing} />;
  const or = <p className={styles.separator}>or</p>;
  return (
    <Panel className={styles.page} aria-labelledby="sign-in-heading">
      {/* Keeps the target of a failed attempt across reloads. */}
      {error !== undefined && from === undefined && returnPath !== HOME && (
        <Navigate to={SIGN_IN} replace state={{ from: returnPath }} />
      )}
      <h1 id="sign-in-heading" ref={heading} tabIndex={-1}>
        Tryout
      </h1>
      <p>Try any model on your own photo, sentence, recording or table, and copy the code.</p>
      {(isAsking || answers > 0) && !isSignedIn && <StoredNotice isOpen={isAsking} onAnswer={onAnswer} />}
      {(isDone || (wasSignedIn && !isFinishing)) && <SignedInNote isDone={isDone} to={target} />}
      {!isDone && !isAsking && (
        <>
          {canRedirect && link}
          <p role="status" className={styles.progress}>
            {isFinishing && 'Signing in …'}
          </p>
          {error !== undefined && <FailureNote error={error} />}
          {canRedirect && or}
          <TokenForm isBlocked={isFinishing} onSignIn={onSignIn} />
          {guestToken !== undefined && (
            <GuestForm token={guestToken} isBlocked={isFinishing} onSignIn={onSignIn} />
          )}
          {!canRedirect && (
            <>
              {or}
              <details className={styles.other}>
                <summary>Other ways to sign in</summary>
                {link}
              </details>
            </>
          )}
        </>
      )}
    </Panel>
  );
}

function GuestForm({ token, isBlocked, onSignIn }: TokenFormProps & { readonly token: string }) {
  const [failure, signIn, isBusy] = useTokenSignIn(onSignIn);
  return (
    <form className={styles.guest} action={() => signIn(token)}>
      <p className={styles.note}>
        This is the local sandbox. Use any token that starts with hf_, or continue as a guest.
      </p>
      <Button type="submit" disabled={isBusy || isBlocked}>
        Continue as guest
      </Button>
      {failure && <FailureNote error={failure.error} />}
    </form>
  );
}

interface SignedInNoteProps {
  /** True once a tab that was opened to sign in for another one has finished. */
  readonly isDone: boolean;
  readonly to: string;
}

function SignedInNote({ isDone, to }: SignedInNoteProps) {
  const { status, identity } = useSessionState(({ signIn }) => signIn);
  if (status !== 'signed-in') return null;
  const name = identity ? ` as ${visibleLine(identity.name)}` : '';
  return (
    <div role="status" className={styles.signedIn}>
      <p>You are signed in{name}.</p>
      {isDone && <p>The other tab is now signed in, too. You can close this one.</p>}
      <p>
        <Link to={to}>{isDone ? 'Continue here' : 'Continue'}</Link>
      </p>
    </div>
  );
}

/**
 * Finishes the sign-in that redirected to this page, once it is ready (specification, sections 2 and 4).
 * @returns `path`: where to go after signing in; `wanted`: the same, even before or after a failed attempt
 */
function useRedirect(isReady: boolean) {
  const app = useApp();
  const { memory } = app;
  const [redirect] = useState(() => (memory.isRedirectHandled ? undefined : app.redirect));
  const grant = redirect?.status === 'ready' ? redirect.grant : undefined;
  const failure = redirect?.status === 'failed' ? redirect : undefined;
  const { value: path, error = failure?.error } = useLoaded(
    isReady ? grant : undefined,
    (single) => (memory.signingIn ??= finish(app, single)),
  );
  const isFinishing = grant !== undefined && path === undefined && error === undefined;
  useEffect(() => {
    if (!isFinishing) memory.isRedirectHandled = true;
  }, [isFinishing, memory]);
  const state = grant ? getOwnState(grant.transaction) : failure?.state;
  return { isFinishing, path, error, returnPath: state === undefined ? undefined : getPath(state) };
}

async function finish({ settings, session }: App, grant: RedirectGrant): Promise<string> {
  const { finishSignIn } = await loaded(loadOAuth);
  const result = await finishSignIn({ connection: openConnection(settings) }, grant);
  await session.signInWith(result);
  const { error } = session.getSnapshot().signIn;
  if (error) throw error;
  return getPath(result.state);
}

function getPath(state: string | undefined): string {
  return returnTarget(state).slice(1);
}
