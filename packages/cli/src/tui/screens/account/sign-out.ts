import { tokenInEnvironment, fileTokenStore } from '@tryout/engine/node';
import { memoryTokenStore, tellHub, type TokenStore } from '@tryout/engine';
import { remainingNote, remainingToken } from '../../../sign-in/remaining-token.ts';
import type { Picker } from '../../app/picker.ts';

/**
 * Signs out as `tryout logout` does: on this machine first, then the hub is told; says what still signs the person in
 * (F19).
 */
export async function signOut(picker: Picker, signal: AbortSignal): Promise<void> {
  const { session, hubUrl, notify } = picker;
  const { host } = new URL(hubUrl);
  const store = storeOf(picker);
  const connection = picker.connection();
  const before = await store.read();
  await session.signOut();
  const { error } = session.getSnapshot().signIn;
  if (error) return notify(error.message, 'error');
  const { environment } = picker.surroundings;
  const note = remainingNote(await remainingToken(environment, store, isTokenSet(environment)));
  notify(note ?? `Signed out of ${host}.`, note === undefined ? 'good' : 'plain');
  if (before.token === undefined || !before.grant) return;
  const isTold = await tellHub(connection, before.token, before.grant, signal);
  if (!isTold) notify(`${host} could not be told; its settings list the apps that may sign you in.`);
}

/** The embedded hub goes with the picker, and so do its tokens. */
function storeOf({ isSandbox, folder, hubUrl }: Picker): TokenStore {
  return isSandbox ? memoryTokenStore() : fileTokenStore(folder, hubUrl);
}

function isTokenSet(environment: Readonly<Record<string, string | undefined>>): boolean {
  try {
    return tokenInEnvironment(environment) !== undefined;
  } catch {
    return false;
  }
}
