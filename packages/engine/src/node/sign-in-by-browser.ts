import { loadOAuth, type OAuthClient, type OAuthResult } from '../auth/index.ts';
import { openRedirectReceiver } from './redirect-receiver.ts';

export interface BrowserSignIn {
  /** Told the page to sign in on as soon as someone who comes back from it is awaited. */
  onPage(url: string): unknown;
  /** Seconds to wait for the person; ten minutes by default. */
  readonly most?: number;
}

/**
 * Signs in on a page of the hub in a browser on this machine, which comes back to a port that is open meanwhile.
 * Nothing is stored.
 * @throws OAuthError, CanceledError (the client's signal), and what `send` throws
 */
export async function signInByBrowser(
  asking: OAuthClient,
  { onPage, most }: BrowserSignIn,
): Promise<OAuthResult> {
  const { prepareSignIn, finishSignIn } = await loadOAuth();
  const receiver = await openRedirectReceiver();
  try {
    const { url, transaction } = await prepareSignIn(asking, { redirectUri: receiver.redirectUri });
    const answer = receiver.answerTo(transaction, asking.signal, most);
    // It may fail while the page is still being shown; that is told below.
    answer.catch(() => undefined);
    await onPage(url);
    return await finishSignIn(asking, await answer);
  } finally {
    await receiver.close();
  }
}
