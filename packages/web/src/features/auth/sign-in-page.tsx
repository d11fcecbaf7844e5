import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';
import { HOME, SIGN_IN } from '../../lib/routes.ts';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import { useArrival } from '../../lib/use-arrival.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useSignedIn } from '../../lib/use-signed-in.ts';
import { GuestButton } from './guest-button.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { SignedInNote } from './signed-in-note.tsx';
import { TokenForm } from './token-form.tsx';
import { useRedirect, type RedirectedSignIn } from './use-redirect.ts';
import styles from './sign-in.module.css';

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
