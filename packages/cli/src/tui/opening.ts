import { defaultModelOf, idInPageAddress, InputError, messageOf, modelPath } from '@tryout/engine';
import { fillInputs } from '../inputs/fill-inputs.ts';
import type { RunInBackground } from './hooks/use-job.ts';
import type { ChatOpening } from '../runtime.ts';
import type { Navigation } from './hooks/use-navigation.ts';
import type { Notices, PickerSettings } from './hooks/use-picker.ts';

export interface Opening {
  readonly task?: string;
  readonly model?: string;
  readonly inputs: readonly string[];
  /** From `tryout chat`. */
  readonly chat?: ChatOpening;
}

interface OpeningParts {
  readonly settings: PickerSettings;
  readonly navigation: Navigation;
  readonly notices: Notices;
  readonly runInBackground: RunInBackground;
}

/**
 * Opens the requested screen on top of its parent screens. A notice reports what could not be used.
 * @param literal does not read files for texts
 */
export function openAt(
  { settings, navigation, notices, runInBackground }: OpeningParts,
  { task, model, inputs, chat }: Opening,
  literal?: boolean,
): void {
  const { session } = settings;
  navigation.open('tasks');
  if (task === undefined) return;
  session.chooseTask(task);
  navigation.open('models');
  if (chat) return openConversation({ settings, navigation, notices, runInBackground }, chat);
  if (model === undefined) return;
  const failure = chooseGivenModel(settings, model);
  if (failure === undefined) navigation.open('form');
  else notices.notify(failure, 'error');
  if (inputs.length === 0) return;
  runInBackground(async (signal) => {
    const report = await fillInputs(session, inputs, signal, literal);
    if (report && failure === undefined) notices.notify(report.text, report.tone);
  });
}

/** Opens a conversation with the given or the default model, which the Hub knows. */
function openConversation(
  { settings, navigation, notices, runInBackground }: OpeningParts,
  { destination, parameters, billTo, chat }: ChatOpening,
): void {
  const { session } = settings;
  const { model, provider, endpointUrl, defaultFor } = destination;
  const begin = (id: string) => {
    const failure = chooseGivenModel(settings, id);
    if (failure !== undefined) return notices.notify(failure, 'error');
    const { choices } = session.getSnapshot();
    session.setChoices({
      ...choices,
      ...(provider !== undefined && { provider }),
      ...(billTo && { billTo }),
    });
    session.setParameters(parameters);
    if (chat) session.changeChat({ system: chat.system, pictures: chat.pictures });
    navigation.open('form');
  };
  const given = endpointUrl ?? model;
  if (given !== undefined) return begin(given);
  runInBackground(async (signal) => {
    const { task } = session.getSnapshot();
    const id = await defaultModelOf(settings.connection(), defaultFor ?? task?.id ?? '', signal, true);
    if (session.getSnapshot().model === undefined) begin(id);
  });
}

/**
 * Chooses a model by ID (optionally with a policy or provider after a colon), the URL of its page, or a custom
 * endpoint URL.
 * @returns an error message if that is not possible
 */
function chooseGivenModel({ session, hubUrl }: PickerSettings, typed: string): string | undefined {
  const id = idInPageAddress(hubUrl, typed);
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
 * Opens the sign-in screen when the user is not signed in, and closes it afterwards (specification, section 2). Users
 * who leave it are asked again when the status changes.
 * @returns unsubscribes
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

/**
 * Applies the settings' organization to bill, and their provider for each newly chosen model.
 * @returns unsubscribes
 */
export function applyDefaults({ session, userSettings }: PickerSettings): () => void {
  const { provider, 'bill-to': billTo } = userSettings;
  if (billTo !== undefined) session.setChoices({ ...session.getSnapshot().choices, billTo });
  let last: string | undefined;
  return session.subscribe(() => {
    const { model, choices } = session.getSnapshot();
    if (model === last) return;
    last = model;
    // The model ID may contain a policy or provider after a colon.
    if (provider === undefined || model === undefined || model.includes(':')) return;
    if (choices.provider === undefined) session.setChoices({ ...choices, provider });
  });
}
