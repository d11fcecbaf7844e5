import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useApp, useSession, useSessionState } from '../../state/app-context.ts';
import { SIGN_IN } from '../../state/routes.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { findRedirectObstacle, SignInLink } from './sign-in-link.tsx';
import { SignOutLink } from './account-menu.tsx';
import { TokenForm } from './token-form.tsx';
import styles from './sign-in.module.css';

/** Lets the user sign in again without leaving the page, which keeps all inputs. Render it while the sign-in is expired. */
export default function ExpiredDialog() {
  const { settings } = useApp();
  const session = useSession();
  // The first error; later ones belong to the token form.
  const [{ error }] = useState(() => session.getSnapshot().signIn);
  const latestError = useSessionState(({ signIn }) => signIn.error);
  // Another error opens the dialog again.
  const [dismissedError, setDismissedError] = useState<unknown>(null);
  const isOpen = dismissedError !== latestError;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    element.showModal();
    heading.current?.focus();
    return () => {
      element.close();
      // The focus returns without scrolling.
      document.activeElement?.scrollIntoView({ block: 'nearest' });
    };
  }, [isOpen]);

  return (
    <>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby={id}
        onClose={() => setDismissedError(latestError)}
      >
        <div className={styles.content}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            Sign in again
          </h2>
          {error && <FailureNote error={error} />}
          <p>Your inputs are kept.</p>
          {!findRedirectObstacle(settings) && (
            <>
              <SignInLink returnTo={`#${SIGN_IN}`} inNewTab />
              <p className={styles.separator}>or</p>
            </>
          )}
          <TokenForm />
          <div className="line spread">
            <Button variant="quiet" onClick={() => dialog.current?.close()}>
              Not now
            </Button>
            {/* The palette lists the links of the page. */}
            {isOpen && <SignOutLink />}
          </div>
        </div>
      </dialog>
      {!isOpen && (
        <div className={styles.bar}>
          <p>Sign in again to run models.</p>
          <Button variant="primary" onClick={() => setDismissedError(null)}>
            Sign in again
          </Button>
        </div>
      )}
    </>
  );
}
