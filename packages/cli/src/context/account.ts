import {
  memoryTokenStore,
  revokeSignIn,
  visibleLine,
  clientIdAdvice,
  counted,
  findClientId,
  requireClientId,
  type Connection,
  type Identity,
  type Session,
  type TokenStore,
  loadOAuth,
  type OAuthClient,
  type DeviceCode,
  type OAuthResult,
} from '@tryout/engine';
import {
  fileTokenStore,
  findToken,
  hubTokenPath,
  LOOPBACK_REDIRECT,
  type TokenSource,
} from '@tryout/engine/node';
import { SANDBOX_CLIENT_ID, hasEnvironmentToken } from './with-context.ts';
import type { Environment } from '../screen/terminal.ts';

interface Account {
  readonly session: Session;
  readonly environment: Environment;
  readonly isSandbox: boolean;
  readonly folder: string;
  readonly hubUrl: string;
  connection(): Connection;
}

/** A user or an organization on one line: `name (Full Name)`. */
export function identityLine({ name, fullname }: Pick<Identity, 'name' | 'fullname'>): string {
  return fullname === '' || fullname.toLowerCase() === name.toLowerCase() ? name : `${name} (${fullname})`;
}

/** Describes the source of the current token; completes `The token is …`. */
export async function tokenOrigin(account: Account): Promise<string> {
  const { isSandbox, folder, hubUrl, environment, connection } = account;
  const { token } = connection();
  if (isSandbox) return 'the sandbox token, for this session';
  if (token !== undefined && token === environment['HF_TOKEN']?.trim()) return 'in HF_TOKEN';
  const entry = await findToken({ ...environment, HF_TOKEN: undefined }, fileTokenStore(folder, hubUrl));
  // Checked first, since a renewed token differs from the stored one at startup.
  if (entry.grant) return `from OAuth sign-in, stored in ${visibleLine(folder)}`;
  if (entry.token !== token) return 'for this session only, and not stored';
  if (entry.source === 'store') return `stored in ${visibleLine(folder)}`;
  return `from the Hugging Face CLI, in ${visibleLine(hubTokenPath(environment))}`;
}

/** Signs out locally, then at the hub. Notifies if another token remains. */
export async function signOut(
  account: Account,
  notify: (text: string, tone?: 'good' | 'plain' | 'error') => void,
  signal: AbortSignal,
): Promise<void> {
  const { session, isSandbox, folder, hubUrl, environment } = account;
  const { host } = new URL(hubUrl);
  const store = isSandbox ? memoryTokenStore() : fileTokenStore(folder, hubUrl);
  const connection = account.connection();
  const before = await store.read();
  await session.signOut();
  const { error } = session.getSnapshot().signIn;
  if (error) return notify(error.message, 'error');
  const note = remainingNote(await remainingToken(environment, store));
  notify(note ?? `Signed out of ${host}.`, note === undefined ? 'good' : 'plain');
  if (before.token === undefined || !before.grant) return;
  if (!(await revokeSignIn(connection, before.token, before.grant, signal))) notify(notRevokedNote(host));
}

/** A note when the hub could not be reached to revoke a token. */
export function notRevokedNote(host: string): string {
  return `Could not reach ${host} to revoke the token. Revoke it in your settings there.`;
}

/** The token that still signs you in after signing out. */
export async function remainingToken(
  environment: Environment,
  store: TokenStore,
): Promise<TokenSource | undefined> {
  if (hasEnvironmentToken(environment)) return 'HF_TOKEN';
  return (await findToken({ ...environment, HF_TOKEN: undefined }, store)).source;
}

export function remainingNote(source: TokenSource | undefined): string | undefined {
  if (source === 'HF_TOKEN') return 'HF_TOKEN is still set. Unset it to sign out completely.';
  if (source === 'hub-file') return 'You are still signed in with the token of the Hugging Face CLI.';
  return undefined;
}

const SETTING = 'TRYOUT_OAUTH_CLIENT_ID';

type ClientIdOptions = Pick<Account, 'environment' | 'hubUrl' | 'isSandbox'>;

/**
 * The client ID for OAuth sign-in.
 * @throws InputError `Missing clientId`, with a hint how to get one
 */
export function clientIdFor({ environment, hubUrl, isSandbox }: ClientIdOptions): string {
  if (isSandbox) return SANDBOX_CLIENT_ID;
  return requireClientId(environment[SETTING], hubUrl, { redirectUri: LOOPBACK_REDIRECT, setting: SETTING });
}

/** How to enable signing in on a page of the hub; undefined if it works. */
export function missingClientId({ environment, hubUrl, isSandbox }: ClientIdOptions): string | undefined {
  if (isSandbox || findClientId(environment[SETTING], hubUrl) !== undefined) return undefined;
  return `${clientIdAdvice(hubUrl, { redirectUri: LOOPBACK_REDIRECT, setting: SETTING })}.`;
}

/** For example `15 minutes` or `90 seconds`; minutes from two minutes on. */
export function formatDuration(seconds: number): string {
  if (seconds >= 120) return `${Math.floor(seconds / 60)} minutes`;
  return counted(Math.floor(seconds), 'second');
}

export const SANDBOX_TOKENS = 'The sandbox accepts any token that starts with hf_.';

/**
 * Signs in with a code that is entered in a browser on any device (device authorization, RFC 8628).
 * @param onCode shows the code
 */
export async function signInByCode(
  client: OAuthClient,
  onCode: (code: DeviceCode) => void,
): Promise<OAuthResult> {
  const { requestDeviceCode, waitForDevice } = await loadOAuth();
  const code = await requestDeviceCode(client);
  onCode(code);
  return waitForDevice(client, code);
}
