import { loadOAuth, type OAuthClient, type OAuthResult } from '../auth/index.ts';
import { openRedirectReceiver } from './redirect-receiver.ts';

export interface BrowserSignIn {
  /** Called with the URL of the hub's page. */
  onPage(url: string): unknown;
  /** Seconds to wait; ten minutes by default. */
  readonly max?: number;
}

/**
 * Signs in with a browser on this machine, which is redirected to a local port. Stores nothing.
 * @throws OAuthError, CanceledError (the client's signal), and what `send` throws
 */
export async function signInByBrowser(
  client: OAuthClient,
  { onPage, max }: BrowserSignIn,
): Promise<OAuthResult> {
  const { prepareSignIn, finishSignIn } = await loadOAuth();
  const receiver = await openRedirectReceiver();
  try {
    const { url, transaction } = await prepareSignIn(client, { redirectUri: receiver.redirectUri });
    const answer = receiver.answerTo(transaction, client.signal, max);
    // Awaited below; it may fail before.
    answer.catch(() => undefined);
    await onPage(url);
    return await finishSignIn(client, await answer);
  } finally {
    await receiver.close();
  }
}
