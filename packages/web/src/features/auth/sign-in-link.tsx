import { isFailure, visible } from '@tryout/engine';
import type { MouseEvent } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { isFramed, pageAddress } from '../../lib/page-address.ts';
import { ButtonLink } from '../../lib/ui/button-link.tsx';
import { Button } from '../../lib/ui/button.tsx';
import { useSignInLink } from './use-sign-in-link.ts';
import styles from './sign-in.module.css';

export interface SignInLinkProps {
  /** The hash route to come back to. */
  readonly returnTo: string;
  /** False while there is something else to wait for. */
  readonly isWanted?: boolean;
  /** Opens in another tab, so that nothing here is lost. */
  readonly isElsewhere?: boolean;
}

/** The link that signs in through the hub, and what keeps it from doing so. */
export function SignInLink(props: SignInLinkProps) {
  // A frame on another site has a storage of its own, which a tab that comes back from the hub does not see.
  return isFramed() ? <LinkOutOfFrame returnTo={props.returnTo} /> : <OwnLink {...props} />;
}

/** Leads to this very app in a tab of its own, where signing in begins. */
function LinkOutOfFrame({ returnTo }: { readonly returnTo: string }) {
  const { hubName } = useApp();
  const href = `${pageAddress()}${returnTo}`;
  return (
    <div className={styles.way}>
      <ButtonLink look="primary" className={styles.link} href={href} target="_blank" rel="noopener">
        Sign In With {hubName}
      </ButtonLink>
      <p className={styles.note}>Opens Tryout in a tab of its own; here a token signs you in.</p>
    </div>
  );
}

function OwnLink({ returnTo, isWanted = true, isElsewhere = false }: SignInLinkProps) {
  const { hubName } = useApp();
  const { url, error, retry, onOpened } = useSignInLink(returnTo, isWanted);
  const onClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (url !== undefined && (isElsewhere || ctrlKey || metaKey || shiftKey)) onOpened();
  };
  const target = isElsewhere ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <div className={styles.way}>
      <ButtonLink
        look="primary"
        className={styles.link}
        href={url}
        {...target}
        aria-describedby={error === undefined ? undefined : 'sign-in-link-note'}
        onClick={onClick}
        onAuxClick={onOpened}
      >
        Sign In With {hubName}
      </ButtonLink>
      <LinkNote error={error} retry={retry} isElsewhere={isElsewhere} />
    </div>
  );
}

/** Says calmly why the link leads nowhere: the other way to sign in is as good. */
function LinkNote({
  error,
  retry,
  isElsewhere,
}: {
  readonly error: unknown;
  readonly isElsewhere: boolean;
  retry(): void;
}) {
  const hint = isFailure(error) ? error.hint : undefined;
  const canHelp = !(isFailure(error) && error.outcome === 'input');
  return (
    <div role="status" id="sign-in-link-note" className={styles.note}>
      {error === undefined && isElsewhere && <p>Opens in another tab; this one goes on by itself.</p>}
      {error !== undefined && (
        <>
          <p className={styles.message}>{visible(error instanceof Error ? error.message : String(error))}</p>
          {hint !== undefined && <p>{hint}</p>}
          {canHelp && <Button onClick={retry}>Try again</Button>}
        </>
      )}
    </div>
  );
}
