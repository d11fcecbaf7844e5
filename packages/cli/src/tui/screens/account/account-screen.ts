import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function accountScreen(_picker: Picker): Screen {
  return { crumb: () => 'account', commands: () => [], draw: () => ({ lines: ['account'] }) };
}
