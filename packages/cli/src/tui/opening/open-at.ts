import type { RunInBackground } from '../hooks/use-job.ts';
import type { Navigation } from '../hooks/use-navigation.ts';
import type { Notices } from '../hooks/use-notice.ts';
import type { PickerSettings } from '../hooks/use-picker.ts';
import { fillInputs } from '../../inputs/fill-inputs.ts';
import { chooseGivenModel } from './given-model.ts';

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
