import {
  memoryTokenStore,
  revokeSignIn,
  visibleLine,
  type Connection,
  type Session,
  type TokenStore,
} from '@tryout/engine';
import { fileTokenStore, findToken, hubTokenPath, tokenInEnvironment } from '@tryout/engine/node';
import type { Environment } from '../terminal/terminal.ts';
import { remainingNote, remainingToken } from './remaining-token.ts';

/** A hub, and who is signed in to it. */
interface Account {
  readonly session: Session;
  readonly environment: Environment;
  readonly isSandbox: boolean;
  readonly folder: string;
  readonly hubUrl: string;
  connection(): Connection;
}

type Notify = (text: string, tone?: 'good' | 'plain' | 'error') => void;

/** Where the token of the current sign-in comes from; completes the sentence `The token is …`. */
export async function tokenOrigin({
  isSandbox,
  folder,
  hubUrl,
  environment,
  connection,
}: Account): Promise<string> {
  const { token } = connection();
  if (isSandbox) return 'that of the sandbox, for this session';
  if (token !== undefined && token === environment['HF_TOKEN']?.trim()) return 'in HF_TOKEN';
  const found = await findToken({ ...environment, HF_TOKEN: undefined }, fileTokenStore(folder, hubUrl));
  // A renewed one differs from the one that the session began with.
  if (found.grant) return `from signing in on a page of the hub, kept in ${visibleLine(folder)}`;
  if (found.token !== token) return 'for this session only, and not kept';
  if (found.source === 'store') return `kept in ${visibleLine(folder)}`;
  return `that of the Hub's own tools, in ${visibleLine(hubTokenPath(environment))}`;
}

/**
 * Signs out as `tryout logout` does: on this machine first, then at the hub; reports a token that still signs the user in
 * (F19).
 */
export async function signOut(settings: Account, notify: Notify, signal: AbortSignal): Promise<void> {
  const { session, hubUrl, environment } = settings;
  const { host } = new URL(hubUrl);
  const store = storeOf(settings);
  const connection = settings.connection();
  const before = await store.read();
  await session.signOut();
  const { error } = session.getSnapshot().signIn;
  if (error) return notify(error.message, 'error');
  const note = remainingNote(await remainingToken(environment, store, isTokenSet(environment)));
  notify(note ?? `Signed out of ${host}.`, note === undefined ? 'good' : 'plain');
  if (before.token === undefined || !before.grant) return;
  const isTold = await revokeSignIn(connection, before.token, before.grant, signal);
  if (!isTold)
    notify(
      `${host} could not be reached to revoke the token; its settings list the apps that may sign you in.`,
    );
}

/** The embedded hub goes with the picker, and so do its tokens. */
function storeOf({ isSandbox, folder, hubUrl }: Account): TokenStore {
  return isSandbox ? memoryTokenStore() : fileTokenStore(folder, hubUrl);
}

function isTokenSet(environment: Account['environment']): boolean {
  try {
    return tokenInEnvironment(environment) !== undefined;
  } catch {
    return false;
  }
}
