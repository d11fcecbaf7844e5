import type { OAuthClient, OAuthResult } from '@tryout/engine';
import { signInByBrowser } from '@tryout/engine/node';
import type { Call } from '../../context/context.ts';
import { openBrowser } from '../../system/browser.ts';

/** Signs in on a page of the hub that opens in the person's browser; the printed address works too. */
export function inBrowser({ runtime, options, output }: Call, asking: OAuthClient): Promise<OAuthResult> {
  const { errors, environment } = runtime;
  return signInByBrowser(asking, {
    ...(options.timeout === undefined ? {} : { most: options.timeout }),
    async onPage(url) {
      // Not a note: without it there may be no way on.
      errors.write(`Sign in on this page: ${url}\n`);
      const isOpen = await openBrowser(url, environment);
      if (!isOpen) output.note('No browser could be opened; open the page yourself.');
      output.aside('Waiting for you; Ctrl-C cancels. In a shell on another machine: tryout login --device.');
    },
  });
}
