import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function signInScreen(_picker: Picker): Screen {
  return { crumb: () => 'sign in', commands: () => [], draw: () => ({ lines: ['sign in'] }) };
}
