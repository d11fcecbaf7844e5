import { loadOAuth, visibleLine, type OAuthClient, type OAuthResult } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { lifeOf } from '../../sign-in/life-of.ts';

/** Signs in with a code that the person enters in a browser anywhere (RFC 8628). */
export async function byDeviceCode({ runtime, output }: Call, asking: OAuthClient): Promise<OAuthResult> {
  const { requestDeviceCode, waitForDevice } = await loadOAuth();
  const code = await requestDeviceCode(asking);
  const { verificationUri, verificationUriComplete: complete, userCode, expiresIn } = code;
  const { errors } = runtime;
  // Not notes: without them there is no way on.
  errors.write(`Open ${verificationUri} in any browser and enter the code ${visibleLine(userCode)}\n`);
  if (complete !== undefined) errors.write(`or open ${complete}\n`);
  output.aside(`The code lasts ${lifeOf(expiresIn)}. Waiting for you; Ctrl-C cancels.`);
  return waitForDevice(asking, code);
}
