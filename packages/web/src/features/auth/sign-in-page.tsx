import { visibleLine } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useApp, useSignedIn, useSignInState } from '../../lib/app-context.ts';
import { useArrival, useTitle } from '../../lib/page-hooks.ts';
import { HOME, SIGN_IN } from '../../lib/routes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { TokenForm, useTokenSignIn } from './token-form.tsx';
import { type RedirectedSignIn, useRedirect } from './use-redirect.ts';
import styles from './auth.module.css';

export interface SignInPageProps {
  /** Called when somebody is about to sign in: what comes next may be loaded. */
  onBegun?(): void;
}

/** Signs in, through the hub or with a token, and leads to where the person wanted to go. */
export function SignInPage({ onBegun }: SignInPageProps) {
  const navigate = useNavigate();
  const redirected = useRedirect((path) => void navigate(path, { replace: true }));
  const kept = wantedPath(useLocation().state);
  const wanted = kept ?? redirected.wanted ?? HOME;
  // This screen is wanted by a tab that signs in for another one.
  const target = wanted === SIGN_IN ? HOME : wanted;
  const isSignedIn = useSignedIn();
  const [wasSignedIn] = useState(isSignedIn);
  const isFinishing = redirected.status === 'finishing';
  const isDone = redirected.status === 'done' && isSignedIn;
  // Whoever was led here is told where that is.
  const heading = useArrival({ isAlwaysTold: true });

  // Another tab has signed in.
  const isTaken = isSignedIn && !wasSignedIn && !isFinishing && !isDone;
  useEffect(() => {
    if (isTaken) void navigate(target, { replace: true });
  }, [isTaken, target, navigate]);
  useEffect(() => {
    if (isFinishing) onBegun?.();
  }, [isFinishing, onBegun]);
  const isLost = redirected.status === 'failed' && kept === undefined && wanted !== HOME;
  useEffect(() => {
    // Reloading must not lose it, either.
    if (isLost) void navigate(SIGN_IN, { replace: true, state: { from: wanted } });
  }, [isLost, wanted, navigate]);
  useTitle('Sign in');

  return (
    <Panel className={styles.page} aria-labelledby="sign-in-heading">
      <h1 id="sign-in-heading" ref={heading} tabIndex={-1}>
        Tryout
      </h1>
      <p>Try any model on your own photo, sentence, recording or table, and take the code home.</p>
      {(isDone || (wasSignedIn && !isFinishing)) && <SignedInNote isDone={isDone} to={target} />}
      {!isDone && (
        <Ways wanted={wanted} target={target} redirected={redirected} {...(onBegun ? { onBegun } : {})} />
      )}
    </Panel>
  );
}

interface WaysProps extends SignInPageProps {
  readonly wanted: string;
  readonly target: string;
  readonly redirected: RedirectedSignIn;
}

function Ways({ wanted, target, redirected: { status, error }, onBegun }: WaysProps) {
  const { guestToken } = useApp().settings;
  const navigate = useNavigate();
  const isFinishing = status === 'finishing';
  const onSignedIn = () => void navigate(target, { replace: true });
  return (
    <>
      <SignInLink returnTo={`#${wanted}`} isWanted={!isFinishing} />
      <p role="status" className={styles.progress}>
        {isFinishing && 'Signing in …'}
      </p>
      {error !== undefined && <FailureNote error={error} />}
      <p className={styles.or}>or</p>
      <TokenForm isBlocked={isFinishing} {...(onBegun ? { onTyped: onBegun } : {})} onSignedIn={onSignedIn} />
      {guestToken !== undefined && (
        <GuestButton token={guestToken} isBlocked={isFinishing} onSignedIn={onSignedIn} />
      )}
    </>
  );
}

/** Where the guard stopped the person. */
function wantedPath(state: unknown): string | undefined {
  const from = (state as { readonly from?: unknown } | null)?.from;
  return typeof from === 'string' ? from : undefined;
}

export interface GuestButtonProps {
  readonly token: string;
  readonly isBlocked: boolean;
  onSignedIn(): void;
}

/** Goes on as the guest of a sandbox. */
export function GuestButton({ token, isBlocked, onSignedIn }: GuestButtonProps) {
  const { isBusy, error, signIn } = useTokenSignIn();
  const enter = async () => {
    if (await signIn(token)) onSignedIn();
  };
  return (
    <div className={styles.guest}>
      <p className={styles.note}>
        This is the sandbox on this machine: it takes any token that starts with hf_, or you as its guest.
      </p>
      <Button disabled={isBusy || isBlocked} onClick={() => void enter()}>
        Go on as guest
      </Button>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}

export interface SignedInNoteProps {
  /** This tab was opened to sign in for another one, and has done so. */
  readonly isDone: boolean;
  /** The path to go on at. */
  readonly to: string;
}

/** Says who is signed in already, and leads back. */
export function SignedInNote({ isDone, to }: SignedInNoteProps) {
  const { session: lazy } = useApp();
  const isSignedIn = useSignedIn();
  const signIn = useSignInState();
  useEffect(() => void lazy.load().catch(() => undefined), [lazy]);
  if (!isSignedIn || signIn?.status === 'expired') return null;
  const identity = signIn?.identity;
  const name = identity ? ` as ${visibleLine(identity.name)}` : '';
  return (
    <div role="status" className={styles.signedIn}>
      <p>You are signed in{name}.</p>
      {isDone && <p>The tab that you came from goes on by itself; this one can be closed.</p>}
      <p>
        <Link to={to}>{isDone ? 'Go on here' : 'Go on'}</Link>
      </p>
    </div>
  );
}
