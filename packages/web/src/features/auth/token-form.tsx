import { isFailure, tokenPageOf } from '@tryout/engine';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { InputFrame, TextArea } from '../../lib/ui/inputs.tsx';
import styles from './auth.module.css';

interface TokenFormProps {
  /** Another sign-in is under way. */
  readonly isBlocked?: boolean;
  /** Called with each change of what is typed. */
  onTyped?(): void;
  onSignedIn?(): void;
}

/** Signs in with a pasted token (specification, section 2). */
export function TokenForm({ isBlocked = false, onTyped, onSignedIn }: TokenFormProps) {
  const { settings, hubName, session } = useApp();
  const { isBusy, error, forgetError, signIn } = useTokenSignIn();
  const [token, setToken] = useState('');
  const [isShown, setShown] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isDisabled = token === '' || isBusy || isBlocked;

  const change = (next: string) => {
    setToken(next);
    forgetError();
    // What takes the token is loaded while it is typed; a failure is told when it is sent.
    session.load().catch(() => undefined);
    onTyped?.();
  };
  const submit = async () => {
    if (isDisabled) return;
    if (await signIn(token)) onSignedIn?.();
    else box.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  const clear = () => {
    change('');
    box.current?.focus();
  };

  const failureId = `${id}-failure`;
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <InputFrame
        label="Access token"
        htmlFor={id}
        hint="Starts with hf_ and stays in this browser."
        aside={
          <Button
            look="quiet"
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
        <a href={tokenPageOf(settings.hubUrl)} target="_blank" rel="noopener noreferrer">
          Make a token on {hubName}
        </a>{' '}
        with just the permission that runs need.
      </p>
      <div className={styles.buttons}>
        <Button disabled={isDisabled} onClick={clear}>
          Clear
        </Button>
        <Button look="primary" type="submit" disabled={isDisabled}>
          {isBusy ? 'Signing in …' : 'Submit'}
        </Button>
      </div>
    </form>
  );
}

/** What a wrong token needs is linked to right below. */
function withoutHint(error: unknown): unknown {
  return isFailure(error) && error.outcome === 'input' ? error.message : error;
}

/** Signing in with a token. */
interface TokenSignIn {
  /** Until it has failed; after signing in the screen is left. */
  readonly isBusy: boolean;
  /** Why the last token did not sign in. */
  readonly error?: unknown;
  forgetError(): void;
  /** Resolves to whether the person is signed in now. */
  signIn(token: string): Promise<boolean>;
}

/** Signs in with a token, for a form of which several may stand on a page. */
export function useTokenSignIn(): TokenSignIn {
  const { session: lazy } = useApp();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    isBusy,
    ...(error === undefined ? {} : { error }),
    forgetError: () => setError(undefined),
    async signIn(token) {
      setBusy(true);
      setError(undefined);
      try {
        const session = await lazy.load();
        await session.signIn(token);
        const { error: refusal } = session.getSnapshot().signIn;
        if (refusal === undefined) return true;
        throw refusal;
      } catch (failure) {
        setError(failure);
        setBusy(false);
        return false;
      }
    },
  };
}
