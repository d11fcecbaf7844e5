import { lookUpModel } from '@tryout/engine';
import { useEffect } from 'react';
import { useJob } from './use-job.ts';
import { useIsShown } from './use-navigation.ts';
import { usePicker, type PickerSettings } from './use-picker.ts';

type FoundModel = Awaited<ReturnType<typeof lookUpModel>>;

/** Looks up a typed model on the Hub. Typing or leaving the screen cancels the lookup. */
export function useLookUp(typed: string, onFound: (model: FoundModel) => void): (id: string) => void {
  const { connection, notify } = usePicker();
  const isShown = useIsShown();
  const job = useJob();
  useEffect(() => job.stop, [job, typed, isShown]);
  return (id) => {
    notify(`Looking up ${id}`);
    job.start((signal) => lookUpModel(connection(), id, signal), onFound);
  };
}

/** Opens the form of a model, with a notice if no provider runs it. */
export function openForm(settings: PickerSettings, id: string, isAvailable: boolean): void {
  settings.session.chooseModel(id);
  settings.navigation.open('form');
  if (!isAvailable) settings.notify(`No provider runs ${id} right now. Ctrl-T: custom endpoint.`, 'error');
}
