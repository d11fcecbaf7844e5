import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { useTokenSignIn } from './use-token-sign-in.ts';
import styles from './sign-in.module.css';

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
