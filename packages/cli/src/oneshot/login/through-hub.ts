import { grantOf, requireClientId, type OAuthClient, type OAuthResult } from '@tryout/engine';
import { LOOPBACK_REDIRECT, readSettings } from '@tryout/engine/node';
import type { Call } from '../../context/context.ts';
import { SANDBOX_CLIENT_ID } from '../../context/embedded-hub.ts';
import { withContext } from '../../context/with-context.ts';
import { inBrowser } from './in-browser.ts';
import { byDeviceCode } from './by-device-code.ts';
import { keepSignIn } from './keep-sign-in.ts';

const ways = { browser: inBrowser, device: byDeviceCode } satisfies Record<
  string,
  (call: Call, asking: OAuthClient) => Promise<OAuthResult>
>;

/** How a person signs in on a page of the hub. */
export type HubWay = keyof typeof ways;

/** Signs in on a page of the hub. Without a client id nothing is begun. */
export async function throughHub(call: Call, way: HubWay): Promise<void> {
  const { surroundings, options } = call;
  const { hubUrl } = readSettings(surroundings.environment, options);
  const setting = 'TRYOUT_OAUTH_CLIENT_ID';
  const clientId = options.sandbox
    ? SANDBOX_CLIENT_ID
    : requireClientId(surroundings.environment[setting], hubUrl, { redirectUri: LOOPBACK_REDIRECT, setting });
  await withContext(
    call,
    async (context) => {
      const { finishBy, ...connection } = context.connection;
      // A person takes the time that the code lasts, unless told otherwise.
      const timed = options.timeout === undefined || finishBy === undefined ? {} : { finishBy };
      const asking = { connection: { ...connection, ...timed }, clientId, signal: context.signal };
      const result = await ways[way](call, asking);
      await keepSignIn(call, context, result.accessToken, grantOf(result));
    },
    { changesStore: true },
  );
}
