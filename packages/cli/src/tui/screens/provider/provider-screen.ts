import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function providerScreen(_picker: Picker): Screen {
  return { crumb: () => 'provider', commands: () => [], draw: () => ({ lines: ['provider'] }) };
}
