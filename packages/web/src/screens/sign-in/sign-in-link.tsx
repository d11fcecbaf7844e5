import { InputError, isFailure, loaded, loadOAuth, visible, type PreparedRedirect } from '@tryout/engine';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useApp } from '../../state/app-context.ts';
import { openConnection, type Settings } from '../../state/settings.ts';
import { signInStorage } from '../../state/stored/values.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Hint } from '../../ui/failure-note.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import styles from './sign-in.module.css';

interface SignInLinkProps {
  /** The hash route to return to. */
  readonly returnTo: string;
  /** False while another sign-in is in progress. */
  readonly isEnabled?: boolean;
  /** Opens in a new tab, so that this page keeps its state. */
  readonly inNewTab?: boolean;
}

/** The link to sign in through the hub, with a note if it is disabled. */
export function SignInLink({ returnTo, isEnabled = true, inNewTab = false }: SignInLinkProps) {
  const { hubName, settings } = useApp();
  // Frames on other sites have separate storage, so they could not complete the redirect.
  const canRedirect = findRedirectObstacle(settings) === undefined;
  const isFramed = window.self !== window.top && canRedirect;
  const link = useSignInLink(returnTo, isEnabled && !isFramed);
  const url = isFramed ? `${getPageUrl()}${returnTo}` : link.url;
  const onClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (url !== undefined && (inNewTab || ctrlKey || metaKey || shiftKey)) link.onOpen();
  };
  return (
    <div className="stack">
      <ButtonLink
        variant={canRedirect ? 'primary' : 'secondary'}
        className={styles.link}
        href={url}
        target={inNewTab || isFramed ? '_blank' : undefined}
        rel={inNewTab || isFramed ? 'noopener' : undefined}
        aria-describedby="sign-in-link-note"
        onClick={onClick}
        onAuxClick={link.onOpen}
      >
        Sign In With {hubName}
      </ButtonLink>
      <div role="status" id="sign-in-link-note" className={styles.note}>
        {isFramed && <p>Opens Tryout in a new tab. To sign in here, use a token.</p>}
        {inNewTab && !isFramed && link.error === undefined && (
          <p>Opens in a new tab. This tab continues once you are signed in.</p>
        )}
        {link.error !== undefined && <LinkError error={link.error} onRetry={link.renew} />}
      </div>
    </div>
  );
}

/** Not an alert, because signing in with a token still works. */
function LinkError({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  const hint = isFailure(error) ? error.hint : undefined;
  const canRetry = !(isFailure(error) && error.outcome === 'input');
  return (
    <>
      <p className={styles.message}>{visible(error instanceof Error ? error.message : String(error))}</p>
      {hint !== undefined && <Hint text={hint} />}
      {canRetry && <Button onClick={onRetry}>Try again</Button>}
    </>
  );
}

/** Milliseconds; a pending sign-in expires after an hour. */
const RENEW_AFTER = 30 * 60 * 1000;

function useSignInLink(returnTo: string, isEnabled: boolean) {
  const { settings } = useApp();
  const [attempt, setAttempt] = useState(0);
  const usedRedirect = useRef<PreparedRedirect>(undefined);
  const renew = () => setAttempt((last) => last + 1);
  const key = isEnabled ? `${attempt} ${returnTo}` : undefined;
  const { last: redirect, error } = useLoaded(key, async (_key, signal) => {
    const obstacle = findRedirectObstacle(settings);
    if (obstacle) throw obstacle;
    const { beginRedirect } = await loaded(loadOAuth);
    const request = { connection: openConnection(settings), clientId: settings.clientId!, signal };
    const target = { redirectUri: getPageUrl(), state: returnTo };
    const redirect = await beginRedirect(request, target, signInStorage);
    if (signal.aborted) redirect.forget();
    return redirect;
  });

  useEffect(() => {
    const timer = setTimeout(renew, RENEW_AFTER);
    return () => {
      clearTimeout(timer);
      if (usedRedirect.current !== redirect) redirect?.forget();
    };
  }, [redirect]);

  return {
    url: redirect?.url,
    error,
    renew,
    /** Call when the link opens in another tab: URLs are single-use, so the next click needs a new one. */
    onOpen() {
      usedRedirect.current = redirect;
      renew();
    },
  };
}

/** Why the link cannot work on this page (docs/web-hosting.md has the advice for those who run it). */
export function findRedirectObstacle({ clientId }: Settings): InputError | undefined {
  if (clientId === undefined)
    return new InputError('Missing clientId', { hint: 'This page is not set up for it. Use a token.' });
  if (isSecureContext) return undefined;
  const hint = 'Open this page over https, or use a token.';
  return new InputError('Signing in through the hub requires https', { hint });
}

/** The URL of the page's folder, without `index.html`: the registered redirect URI. */
function getPageUrl(): string {
  return new URL('./', location.href).href;
}
