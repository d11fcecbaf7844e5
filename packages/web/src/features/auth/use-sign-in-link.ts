import { loaded, type BegunRedirect } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';

/** Milliseconds: a sign-in that was begun is forgotten after an hour, and an address is not to be older than that. */
const RENEWED_AFTER = 30 * 60 * 1000;

/** A link that signs in, made while the screen is already in use. */
export interface SignInLinkState {
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
export function useSignInLink(returnTo: string, isWanted: boolean): SignInLinkState {
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
