import { HUB_URL, INFERENCE_URL } from '@tryout/engine';

/** What one build is told about where it stands. */
export interface Settings {
  /** Without a slash at the end. */
  readonly hubUrl: string;
  /** Without a slash at the end. */
  readonly inferenceUrl: string;
  /** Of this app at the hub; without one signing in needs a token. */
  readonly clientId?: string;
  /** The sandbox's: signs a visitor in as its guest. */
  readonly guestToken?: string;
}

/** The settings where nothing else is said. */
export const defaultSettings: Settings = { hubUrl: HUB_URL, inferenceUrl: INFERENCE_URL };

/** What a person calls the hub. */
export function hubNameOf({ hubUrl, guestToken }: Settings): string {
  if (hubUrl === HUB_URL) return 'Hugging Face';
  // Its address is another one each time.
  return guestToken === undefined ? new URL(hubUrl).host : 'the sandbox';
}
