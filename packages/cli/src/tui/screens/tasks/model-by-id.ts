import { HubApiError, isLive, lookUpModel, tasks } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { formScreen } from '../form/form-screen.ts';
import { modelsScreen } from '../models/models-screen.ts';
import type { Screen } from '../screen.ts';

const WORK = 'model by id';

/**
 * Asks the hub what a model is made for, and opens its form there, unless the person has gone elsewhere meanwhile.
 * @param from the screen where the person waits
 * @param onFound the form was opened
 */
export function openModelById(picker: Picker, id: string, from: Screen, onFound: () => void): void {
  const { session } = picker;
  picker.notify(`Asking the hub what ${id} is made for`);
  picker.work(WORK, async (signal) => {
    const found = await lookUpModel(picker.connection(), id, signal).catch((error: unknown) => {
      if (!(error instanceof HubApiError) || error.status !== 404) throw error;
      return undefined;
    });
    if (signal.aborted || picker.screens.at(-1) !== from) return;
    if (!found)
      return picker.notify(`The hub has no model ${id}. Check the name; it may also be private.`, 'error');
    const { task: made, providers } = found;
    const task = tasks.find(({ id: known }) => known === made);
    if (!task) {
      const what = made === undefined ? 'The hub does not say what it is made for' : `It is made for ${made}`;
      return picker.notify(`${what}: choose a task for it here.`);
    }
    session.chooseTask(task.id);
    picker.open(modelsScreen(picker));
    session.chooseModel(id);
    picker.open(formScreen(picker));
    onFound();
    const isServed = providers.some(isLive);
    if (isServed) picker.notify(`${id} is made for ${task.label}.`);
    else picker.notify('Nobody serves it at the moment. Ctrl-T: an endpoint of your own.', 'error');
  });
}

/** Nobody waits for an answer any more. */
export function endModelById(picker: Picker): void {
  picker.endWork(WORK);
}
