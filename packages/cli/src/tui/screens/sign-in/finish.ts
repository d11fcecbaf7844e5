import type { Picker } from '../../app/picker.ts';

/**
 * Signs in and closes the sign-in.
 * @param signIn has the session do it
 * @throws Failure when that failed; the sign-in stays
 */
export async function finishSignIn(
  { session, notify, surroundings, hubUrl }: Picker,
  leave: () => void,
  signIn: () => Promise<void>,
): Promise<void> {
  await signIn();
  const { status, error, notice } = session.getSnapshot().signIn;
  if (status !== 'signed-in' || error) throw error ?? new Error('You are not signed in');
  leave();
  const isSet = Boolean(surroundings.environment['HF_TOKEN']?.trim());
  const later = isSet ? 'HF_TOKEN is set and goes before it from the next start on; unset it.' : undefined;
  const done = `Signed in to ${new URL(hubUrl).host}.`;
  notify([notice ?? done, later].filter(Boolean).join(' '), notice === undefined ? 'good' : 'plain');
}
