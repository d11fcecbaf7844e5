import { getTokenPage, isRunning } from '@tryout/engine';
import { useActionState, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useApp, useSession, useSessionState } from '../../state/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { InputFrame, TextArea } from '../../ui/inputs.tsx';
import { ExternalLink } from '../../ui/panel.tsx';
import { findRedirectObstacle } from './sign-in-link.tsx';
import styles from './sign-in.module.css';

export interface TokenFormProps {
  readonly isBlocked?: boolean;
  onSignIn?(): void;
}

/** Signs in with a pasted token (specification, section 2). */
export function TokenForm({ isBlocked = false, onSignIn }: TokenFormProps) {
  const { settings, hubName } = useApp();
  const [failure, signIn, isBusy] = useTokenSignIn(onSignIn);
  const [token, setToken] = useState('');
  const [isShown, setShown] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const failureId = `${id}-failure`;
  const isRunInProgress = useSessionState(isRunning);
  const isDisabled = token.trim() === '' || isBusy || isBlocked || isRunInProgress;
  // The error belongs to the token that was sent.
  const error = failure?.token === token ? failure.error : undefined;

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (!isDisabled) event.currentTarget.form?.requestSubmit();
  };
  const submit = () => {
    signIn(token);
    box.current?.focus();
  };
  const clear = () => {
    setToken('');
    box.current?.focus();
  };

  return (
    <form className="stack" action={submit}>
      <InputFrame
        label="Access token"
        htmlFor={id}
        hint="Starts with hf_ and stays in this browser."
        aside={
          <Button
            variant="quiet"
            className={styles.show}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            Show
          </Button>
        }
      >
        <TextArea
          ref={box}
          id={id}
          rows={3}
          className={classes(styles.token, !isShown && styles.masked)}
          value={token}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          enterKeyHint="go"
          aria-describedby={classes(`${id}-hint`, error !== undefined && failureId)}
          aria-invalid={error !== undefined}
          onChange={(event) => setToken(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </InputFrame>
      {error !== undefined && <FailureNote error={error} id={failureId} />}
      <p className="note">
        <ExternalLink href={getTokenPage(settings.hubUrl)}>Create a token on {hubName}</ExternalLink> that can
        only run models.
      </p>
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={isDisabled} onClick={clear}>
          Clear
        </Button>
        <Button
          variant={findRedirectObstacle(settings) ? 'primary' : 'secondary'}
          type="submit"
          disabled={isDisabled}
        >
          {isBusy ? 'Signing in …' : 'Submit'}
        </Button>
      </div>
    </form>
  );
}

/**
 * Signs in with a token; call it in a form's action.
 * @returns what failed last, the action, and whether it is in progress
 */
export function useTokenSignIn(onSignIn?: () => void) {
  const session = useSession();
  return useActionState(async (_last: unknown, token: string) => {
    await session.signIn(token);
    const { error } = session.getSnapshot().signIn;
    if (error) return { token, error };
    onSignIn?.();
    return undefined;
  }, undefined);
}
