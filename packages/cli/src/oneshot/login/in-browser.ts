import { loadOAuth, type OAuthClient, type OAuthResult } from '@tryout/engine';
import { openRedirectReceiver } from '@tryout/engine/node';
import type { Call } from '../../context/context.ts';
import { openBrowser } from './open-browser.ts';

/** Signs in on a page of the hub in a browser on this machine, which comes back to a port that is open meanwhile. */
export async function inBrowser(
  { surroundings, options, output }: Call,
  asking: OAuthClient,
): Promise<OAuthResult> {
  const { errors, environment, signal } = surroundings;
  const { prepareSignIn, finishSignIn } = await loadOAuth();
  const receiver = await openRedirectReceiver();
  try {
    const { url, transaction } = await prepareSignIn(asking, { redirectUri: receiver.redirectUri });
    // Not a note: without it there may be no way on.
    errors.write(`Sign in on this page: ${url}\n`);
    if (!(await openBrowser(url, environment)))
      output.note('No browser could be opened; open the page yourself.');
    output.aside('Waiting for you; Ctrl-C cancels. In a shell on another machine: tryout login --device.');
    const grant = await receiver.answerTo(transaction, signal, options.timeout);
    return await finishSignIn(asking, grant);
  } finally {
    await receiver.close();
  }
}
