import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useApp, useSession, useSessionState } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { SignOutLink } from './sign-out.tsx';
import { TokenForm } from './token-form.tsx';
import styles from './auth.module.css';

/** Asks to sign in again in place, so that nothing on screen is lost (F26); drawn while the sign-in is void. */
export function ExpiredDialog() {
  const { settings } = useApp();
  const session = useSession();
  // As it was then; a token that is tried now may go wrong in another way.
  const [{ error }] = useState(() => session.getSnapshot().signIn);
  // How to register the app is nothing to tell now.
  const hasLink = settings.clientId !== undefined;
  const [isOpen, setOpen] = useState(true);
  const latest = useSessionState(({ signIn: { error: told } }) => told);
  const [seen, setSeen] = useState(latest);
  // Refused once more.
  if (latest !== seen) {
    setSeen(latest);
    setOpen(true);
  }
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!isOpen || !shown) return;
    shown.showModal();
    heading.current?.focus();
    return () => shown.close();
  }, [isOpen]);

  return (
    <>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={() => setOpen(false)}>
        {isOpen && (
          <div className={styles.content}>
            <h2 id={id} ref={heading} tabIndex={-1}>
              Sign in again
            </h2>
            {error && <FailureNote error={error} />}
            <p>What you have typed and chosen stays.</p>
            {hasLink && <SignInLink returnTo={`#${SIGN_IN}`} isElsewhere />}
            {hasLink && <p className={styles.or}>or</p>}
            <TokenForm />
            <div className={styles.dialogWays}>
              <Button look="quiet" onClick={() => setOpen(false)}>
                Not now
              </Button>
              <SignOutLink />
            </div>
          </div>
        )}
      </dialog>
      {!isOpen && (
        <div className={styles.bar}>
          <p>Runs need you to sign in again.</p>
          <Button look="primary" onClick={() => setOpen(true)}>
            Sign in again
          </Button>
        </div>
      )}
    </>
  );
}
