import { idInPageAddress, InputError, messageOf, modelPath } from '@tryout/engine';
import { fillInputs } from '../inputs/fill-inputs.ts';
import type { RunInBackground } from './hooks/use-job.ts';
import type { Navigation } from './hooks/use-navigation.ts';
import type { Notices, PickerSettings } from './hooks/use-picker.ts';

/** Where to begin. */
export interface Opening {
  readonly task?: string;
  readonly model?: string;
  /** As they were typed, in the order of the task's fields. */
  readonly inputs: readonly string[];
}

interface OpeningParts {
  readonly settings: PickerSettings;
  readonly navigation: Navigation;
  readonly notices: Notices;
  readonly runInBackground: RunInBackground;
}

/**
 * Opens the screens up to the requested one, so that going back leads through them. A notice reports what could not
 * be used.
 * @param literal whether texts are taken as they are
 */
export function openAt(
  { settings, navigation, notices, runInBackground }: OpeningParts,
  { task, model, inputs }: Opening,
  literal?: boolean,
): void {
  const { session } = settings;
  navigation.open('tasks');
  if (task === undefined) return;
  session.chooseTask(task);
  navigation.open('models');
  if (model === undefined) return;
  const failure = chooseGivenModel(settings, model);
  if (failure === undefined) navigation.open('form');
  else notices.notify(failure, 'error');
  if (inputs.length === 0) return;
  runInBackground(async (signal) => {
    const told = await fillInputs(session, inputs, signal, literal);
    if (told && failure === undefined) notices.notify(told.text, told.tone);
  });
}

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
