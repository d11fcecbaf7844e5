import { isFailure, tokenPageOf } from '@tryout/engine';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useApp, useSession } from '../../lib/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { InputFrame, TextArea } from '../../lib/ui/inputs.tsx';
import { ExternalLink } from '../../lib/ui/panel.tsx';
import styles from './auth.module.css';

interface TokenFormProps {
  /** Another sign-in is in progress. */
  readonly isBlocked?: boolean;
  onSignedIn?(): void;
}

/** Signs in with a pasted token (specification, section 2). */
export function TokenForm({ isBlocked = false, onSignedIn }: TokenFormProps) {
  const { settings, hubName } = useApp();
  const { isBusy, error, clearError, signIn } = useTokenSignIn();
  const [token, setToken] = useState('');
  const [isShown, setShown] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const failureId = `${id}-failure`;
  const isDisabled = token === '' || isBusy || isBlocked;

  const change = (next: string) => {
    setToken(next);
    clearError();
  };
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    if (await signIn(token)) onSignedIn?.();
    else box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void submit(event);
  };
  const clear = () => {
    change('');
    box.current?.focus();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
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
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </InputFrame>
      {error !== undefined && <FailureNote error={withoutHint(error)} id={failureId} />}
      <p className={styles.small}>
        <ExternalLink href={tokenPageOf(settings.hubUrl)}>Create a token on {hubName}</ExternalLink> that can
        only run models.
      </p>
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={isDisabled} onClick={clear}>
          Clear
        </Button>
        <Button
          variant={settings.clientId === undefined ? 'primary' : 'secondary'}
          type="submit"
          disabled={isDisabled}
        >
          {isBusy ? 'Signing in …' : 'Submit'}
        </Button>
      </div>
    </form>
  );
}

/** The link below replaces the hint about invalid tokens. */
function withoutHint(error: unknown): unknown {
  return isFailure(error) && error.outcome === 'input' ? error.message : error;
}

/** State of a sign-in with a token; each form has its own. */
export function useTokenSignIn() {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    isBusy,
    error,
    clearError: () => setError(undefined),
    /** Resolves to whether the user is signed in. Stays busy after success, because the screen closes. */
    async signIn(token: string): Promise<boolean> {
      setBusy(true);
      setError(undefined);
      await session.signIn(token);
      const { error: failure } = session.getSnapshot().signIn;
      setError(failure);
      setBusy(failure === undefined);
      return failure === undefined;
    },
  };
}
