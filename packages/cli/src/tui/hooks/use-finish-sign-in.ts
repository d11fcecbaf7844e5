import { useCallback } from 'react';
import { useNavigation } from './use-navigation.ts';
import { useNotify } from './use-notice.ts';
import { usePicker } from './use-picker.ts';

/**
 * The end of every way to sign in: the session signs in, and the sign-in closes.
 * @returns rejects when the sign-in failed; its screens then stay
 */
export function useFinishSignIn(): (signIn: () => Promise<void>) => Promise<void> {
  const { session, environment, hubUrl } = usePicker();
  const navigation = useNavigation();
  const notify = useNotify();
  return useCallback(
    async (signIn) => {
      await signIn();
      const { status, error, notice } = session.getSnapshot().signIn;
      if (status !== 'signed-in' || error) throw error ?? new Error('You are not signed in');
      navigation.back('sign-in');
      const isSet = Boolean(environment['HF_TOKEN']?.trim());
      const later = isSet ? 'HF_TOKEN overrides it from the next start on; unset it.' : undefined;
      const done = `Signed in to ${new URL(hubUrl).host}.`;
      notify([notice ?? done, later].filter(Boolean).join(' '), notice === undefined ? 'good' : 'plain');
    },
    [session, environment, hubUrl, navigation, notify],
  );
}
