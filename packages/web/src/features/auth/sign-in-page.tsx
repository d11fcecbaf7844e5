import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';
import { HOME } from '../../lib/routes.ts';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import { useArrival } from '../../lib/use-arrival.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useSignedIn } from '../../lib/use-signed-in.ts';
import { GuestButton } from './guest-button.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { SignedInNote } from './signed-in-note.tsx';
import { TokenForm } from './token-form.tsx';
import { useRedirect } from './use-redirect.ts';
import styles from './sign-in.module.css';

export interface SignInPageProps {
  /** Called when somebody is about to sign in: what comes next may be loaded. */
  onBegun?(): void;
}

/** Signs in, through the hub or with a token, and leads to where the person wanted to go. */
export function SignInPage({ onBegun }: SignInPageProps) {
  const { settings } = useApp();
  const navigate = useNavigate();
  const wanted = wantedPath(useLocation().state);
  const isSignedIn = useSignedIn();
  const [wasSignedIn] = useState(isSignedIn);
  const go = (path: string) => void navigate(path, { replace: true });
  const redirected = useRedirect(go);
  const isFinishing = redirected.status === 'finishing';
  const isDone = redirected.status === 'done';
  // Whoever was led here is told where that is.
  const heading = useArrival({ isAlwaysTold: true });

  // Another tab has signed in.
  const isTaken = isSignedIn && !wasSignedIn && !isFinishing && !isDone;
  useEffect(() => {
    if (isTaken) void navigate(wanted ?? HOME, { replace: true });
  }, [isTaken, wanted, navigate]);
  useTitle('Sign in');

  const { guestToken } = settings;
  return (
    <Panel className={styles.page} aria-labelledby="sign-in-heading">
      <h1 id="sign-in-heading" ref={heading} tabIndex={-1}>
        Tryout
      </h1>
      <p>Try any model on your own photo, sentence, recording or table, and take the code home.</p>
      {(isDone || (wasSignedIn && !isFinishing)) && <SignedInNote isDone={isDone} to={wanted ?? HOME} />}
      <SignInLink returnTo={`#${wanted ?? HOME}`} isWanted={!isFinishing} />
      <p role="status" className={styles.progress}>
        {isFinishing && 'Signing in …'}
      </p>
      {redirected.error !== undefined && <FailureNote error={redirected.error} />}
      <p className={styles.or}>or</p>
      <TokenForm
        isBlocked={isFinishing}
        {...(onBegun ? { onTyped: onBegun } : {})}
        onSignedIn={() => go(wanted ?? HOME)}
      />
      {guestToken !== undefined && (
        <GuestButton token={guestToken} isBlocked={isFinishing} onSignedIn={() => go(wanted ?? HOME)} />
      )}
    </Panel>
  );
}

/** Where the guard stopped the person. */
function wantedPath(state: unknown): string | undefined {
  const from = (state as { readonly from?: unknown } | null)?.from;
  return typeof from === 'string' ? from : undefined;
}
