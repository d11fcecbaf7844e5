import { clientIdFor } from '../../../sign-in/client-id.ts';
import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';
import { clientIdScreen } from './client-id-screen.ts';

/** Goes on with the id that this app has at the hub; where it has none, says how to get one. */
export function withClientId(picker: Picker, next: (clientId: string) => Screen): void {
  const { hubUrl, isSandbox, surroundings } = picker;
  const { environment } = surroundings;
  try {
    picker.open(next(clientIdFor({ environment, hubUrl, isSandbox })));
  } catch (error) {
    picker.open(clientIdScreen(picker, error as Error, (clientId) => picker.open(next(clientId))));
  }
}
