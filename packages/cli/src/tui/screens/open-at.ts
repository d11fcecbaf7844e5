import type { Picker } from '../app/picker.ts';
import type { Opening } from '../open-picker.ts';
import { formScreen } from './form/form-screen.ts';
import { modelsScreen } from './models/models-screen.ts';
import { fillInputs } from './opening/fill-inputs.ts';
import { chooseGivenModel } from './opening/given-model.ts';
import { tasksScreen } from './tasks/tasks-screen.ts';

/**
 * Opens the screens that lead to the place where the person wants to begin, so that back goes through them. What cannot
 * be used of it is told in a notice, and the screens before it are there.
 * @param literal whether texts are taken as they are
 */
export function openAt(picker: Picker, { task, model, inputs }: Opening, literal?: boolean): void {
  picker.open(tasksScreen(picker));
  if (task === undefined) return;
  picker.session.chooseTask(task);
  picker.open(modelsScreen(picker));
  if (model === undefined) return;
  const failure = chooseGivenModel(picker, model);
  if (failure === undefined) picker.open(formScreen(picker));
  else picker.notify(failure, 'error');
  if (inputs.length === 0) return;
  picker.work('opening', async (signal) => {
    const told = await fillInputs(picker, inputs, signal, literal);
    if (told && failure === undefined) picker.notify(told.text, told.tone);
  });
}
