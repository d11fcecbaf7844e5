import { signInScreen } from '../screens/sign-in/sign-in-screen.ts';
import type { Screen } from '../screens/screen.ts';
import type { Picker } from './picker.ts';

/**
 * Lays the sign-in screen over the others when nobody is signed in any more, and takes it away when someone is
 * (specification, section 2): what was filled in below stays. Who goes back from it is not asked again until it changes.
 */
export function guardSignIn(picker: Picker): void {
  const { session } = picker;
  let shown: Screen | undefined;
  let last: string | undefined;
  const check = () => {
    const { status } = session.getSnapshot().signIn;
    if (status === last) return;
    last = status;
    if (status === 'signed-in') {
      const over = shown;
      shown = undefined;
      if (over && picker.screens.includes(over)) picker.back(over);
    } else if (!shown || !picker.screens.includes(shown)) {
      shown = signInScreen(picker);
      picker.open(shown);
    }
  };
  session.subscribe(check);
  check();
}
