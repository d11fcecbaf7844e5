import { type BegunRedirect, isFailure, loaded, visible } from '@tryout/engine';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { Button, ButtonLink } from '../../lib/ui/button.tsx';
import { isFramed, pageAddress } from './begin-sign-in.ts';
import styles from './auth.module.css';

interface SignInLinkProps {
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

/** Milliseconds: a sign-in that was begun is forgotten after an hour, and an address is not to be older than that. */
const RENEWED_AFTER = 30 * 60 * 1000;

/** A link that signs in, made while the screen is already in use. */
interface SignInLinkState {
  /** Missing until it is made. */
  readonly url?: string;
  /** Why there is none. */
  readonly error?: unknown;
  retry(): void;
  /** To be called when it is opened in another tab: it holds once, so that the next click needs another one. */
  onOpened(): void;
}

interface Made {
  readonly url?: string;
  readonly error?: unknown;
}

/**
 * @param returnTo the hash route to come back to
 * @param isWanted begins when it is true
 */
function useSignInLink(returnTo: string, isWanted: boolean): SignInLinkState {
  const { settings } = useApp();
  const [made, setMade] = useState<Made>({});
  const [round, setRound] = useState(0);
  const opened = useRef<number>(undefined);
  const renew = () => setRound((last) => last + 1);

  useEffect(() => {
    if (!isWanted) return;
    const left = new AbortController();
    let begun: BegunRedirect | undefined;
    const begin = async () => {
      const { beginSignIn } = await loaded(() => import('./begin-sign-in.ts'));
      begun = await beginSignIn(settings, returnTo, left.signal);
      if (left.signal.aborted) begun.forget();
      else setMade({ url: begun.url });
    };
    begin().catch((error: unknown) => {
      if (!left.signal.aborted) setMade({ error });
    });
    const timer = setTimeout(renew, RENEWED_AFTER);
    return () => {
      clearTimeout(timer);
      left.abort();
      if (opened.current !== round) begun?.forget();
    };
  }, [settings, returnTo, isWanted, round]);

  useEffect(() => {
    // Back from the hub by the browser's own button: the address may have been used.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && renew();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  return {
    ...made,
    retry() {
      setMade({});
      renew();
    },
    onOpened() {
      opened.current = round;
      renew();
    },
  };
}
