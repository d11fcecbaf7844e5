import { visibleLine } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useApp, useSessionState, useSignedIn } from '../../lib/app-context.ts';
import { useHeadingFocus, useTitle } from '../../lib/page-hooks.ts';
import { HOME, SIGN_IN } from '../../lib/routes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { TokenForm, useTokenSignIn } from './token-form.tsx';
import { useRedirect } from './use-redirect.ts';
import styles from './auth.module.css';

/** The sign-in screen: signs in through the hub or with a token, then opens the requested page. */
export default function SignInPage() {
  const navigate = useNavigate();
  const redirected = useRedirect((path) => void navigate(path, { replace: true }));
  // Set by `GuardedPicker`.
  const { from } = (useLocation().state ?? {}) as { readonly from?: string };
  const wanted = from ?? redirected.wanted ?? HOME;
  // A tab opened to sign in for another one has the sign-in screen as its target.
  const target = wanted === SIGN_IN ? HOME : wanted;
  const isSignedIn = useSignedIn();
  const [wasSignedIn] = useState(isSignedIn);
  const isFinishing = redirected.status === 'finishing';
  const isDone = redirected.status === 'done' && isSignedIn;
  const heading = useHeadingFocus({ onFirstScreen: true });
  useTitle('Sign in');

  const hasSignedInElsewhere = isSignedIn && !wasSignedIn && !isFinishing && !isDone;
  useEffect(() => {
    if (hasSignedInElsewhere) void navigate(target, { replace: true });
  }, [hasSignedInElsewhere, target, navigate]);
  const mustKeepTarget = redirected.status === 'failed' && from === undefined && wanted !== HOME;
  useEffect(() => {
    // Keeps the target across reloads.
    if (mustKeepTarget) void navigate(SIGN_IN, { replace: true, state: { from: wanted } });
  }, [mustKeepTarget, wanted, navigate]);

  const { guestToken } = useApp().settings;
  const onSignedIn = () => void navigate(target, { replace: true });
  return (
    <Panel className={styles.page} aria-labelledby="sign-in-heading">
      <h1 id="sign-in-heading" ref={heading} tabIndex={-1}>
        Tryout
      </h1>
      <p>Try any model on your own photo, sentence, recording or table, and copy the code.</p>
      {(isDone || (wasSignedIn && !isFinishing)) && <SignedInNote isDone={isDone} to={target} />}
      {!isDone && (
        <>
          <SignInLink returnTo={`#${wanted}`} isEnabled={!isFinishing} />
          <p role="status" className={styles.progress}>
            {isFinishing && 'Signing in …'}
          </p>
          {redirected.error !== undefined && <FailureNote error={redirected.error} />}
          <p className={styles.separator}>or</p>
          <TokenForm isBlocked={isFinishing} onSignedIn={onSignedIn} />
          {guestToken !== undefined && (
            <GuestButton token={guestToken} isBlocked={isFinishing} onSignedIn={onSignedIn} />
          )}
        </>
      )}
    </Panel>
  );
}

interface GuestButtonProps {
  readonly token: string;
  readonly isBlocked: boolean;
  onSignedIn(): void;
}

function GuestButton({ token, isBlocked, onSignedIn }: GuestButtonProps) {
  const { isBusy, error, signIn } = useTokenSignIn();
  const continueAsGuest = async () => {
    if (await signIn(token)) onSignedIn();
  };
  return (
    <div className={styles.guest}>
      <p className={styles.note}>
        This is the local sandbox. Use any token that starts with hf_, or continue as a guest.
      </p>
      <Button disabled={isBusy || isBlocked} onClick={() => void continueAsGuest()}>
        Continue as guest
      </Button>
      {error !== undefined && <FailureNote error={error} />}
    </div>
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
