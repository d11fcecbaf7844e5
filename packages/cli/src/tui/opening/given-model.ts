import { idInPageAddress, InputError, messageOf, modelPath } from '@tryout/engine';
import type { PickerSettings } from '../hooks/use-picker.ts';

/**
 * Chooses the model that a person named at the start: an id, an id with a policy or provider behind a colon, the address
 * of its page on the hub, or any other address as a custom endpoint.
 * @returns why that is none, as one sentence with what to do
 */
export function chooseGivenModel(settings: PickerSettings, typed: string): string | undefined {
  const { session } = settings;
  const id = idInPageAddress(settings.hubUrl, typed);
  if (/^https?:\/\//i.test(id)) {
    session.setChoices({ ...session.getSnapshot().choices, endpointUrl: id });
    return undefined;
  }
  try {
    modelPath(id.split(':', 1)[0] ?? '');
    session.chooseModel(id);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return messageOf(error);
  }
}
