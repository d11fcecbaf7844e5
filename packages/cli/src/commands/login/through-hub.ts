import type { OAuthClient, OAuthResult } from '@tryout/engine';
import { readSettings } from '@tryout/engine/node';
import type { Call } from '../../context/context.ts';
import { withContext } from '../../context/with-context.ts';
import { clientIdFor } from '../../sign-in/client-id.ts';
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
  const { runtime, options } = call;
  const { hubUrl } = readSettings(runtime.environment, options);
  const { environment } = runtime;
  const clientId = clientIdFor({ environment, hubUrl, isSandbox: options.sandbox === true });
  await withContext(
    call,
    async (context) => {
      const { finishBy, ...connection } = context.connection;
      // A person takes the time that the code lasts, unless told otherwise.
      const timed = options.timeout === undefined || finishBy === undefined ? {} : { finishBy };
      const patient = { ...context, connection: { ...connection, ...timed } };
      const asking = { connection: patient.connection, clientId, signal: context.signal };
      const result = await ways[way](call, asking);
      await keepSignIn(call, patient, result.accessToken, result);
    },
    { changesStore: true },
  );
}
