import type { Navigation } from '../hooks/use-navigation.ts';
import type { PickerSettings } from '../hooks/use-picker.ts';

/**
 * Lays the sign-in screen over the others when nobody is signed in any more, and takes it away when someone is
 * (specification, section 2); what was filled in below stays. Who goes back from it is not asked again until it changes.
 * @returns stops that
 */
export function guardSignIn({ session }: PickerSettings, navigation: Navigation): () => void {
  let isAsking = false;
  let last: string | undefined;
  const check = () => {
    const { status } = session.getSnapshot().signIn;
    if (status === last) return;
    last = status;
    if (status === 'signed-in') {
      if (isAsking) navigation.back('sign-in');
      isAsking = false;
    } else if (!isAsking || !navigation.isOpen('sign-in')) {
      isAsking = true;
      navigation.open('sign-in');
    }
  };
  check();
  return session.subscribe(check);
}
