import { HUB_URL, INFERENCE_URL } from '@tryout/engine';
import type { ReachedAddresses } from './content-security-policy.ts';

/** What the web app reads from `config.json` beside its page; what is not there is as it is by default. */
export interface RuntimeSettings {
  readonly hubUrl?: string;
  readonly inferenceUrl?: string;
  /** The id of this app at the hub. */
  readonly clientId?: string;
  /** Signs a first-time visitor in as the guest of the embedded hub; never a person's own token. */
  readonly guestToken?: string;
}

/** What the app is served with. */
export interface ServedWith extends ReachedAddresses {
  readonly clientId?: string | undefined;
  readonly guestToken?: string | undefined;
}

/** Only what differs from the defaults. */
export function runtimeSettings({ hubUrl, inferenceUrl, clientId, guestToken }: ServedWith): RuntimeSettings {
  return {
    ...(hubUrl === HUB_URL ? {} : { hubUrl }),
    ...(inferenceUrl === INFERENCE_URL ? {} : { inferenceUrl }),
    ...(clientId ? { clientId } : {}),
    ...(guestToken ? { guestToken } : {}),
  };
}
