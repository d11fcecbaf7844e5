import { InputError, modelPath } from '@tryout/engine';
import { messageOf } from '../../app/create-picker.ts';
import type { Picker } from '../../app/picker.ts';

/**
 * Chooses the model that a person named at the start: an id, an id with a policy or provider behind a colon, the address
 * of its page on the hub, or any other address as a custom endpoint.
 * @returns whether there is one now; why not is told
 */
export function chooseGivenModel(picker: Picker, typed: string): boolean {
  const { session, hubUrl } = picker;
  const id = typed.startsWith(`${hubUrl}/`) ? pathOf(typed) : typed;
  if (/^https?:\/\//i.test(id)) {
    session.setChoices({ ...session.getSnapshot().choices, endpointUrl: id });
    return true;
  }
  try {
    modelPath(id.split(':', 1)[0] ?? '');
    session.chooseModel(id);
    return true;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    picker.notify(messageOf(error), 'error');
    return false;
  }
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.slice(1) : address;
}
