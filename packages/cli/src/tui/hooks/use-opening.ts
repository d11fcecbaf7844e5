import { lookUpModel, isRunning, createRunLink, visibleLine, type StoredRun } from '@tryout/engine';
import { useEffect } from 'react';
import { isFromSandbox } from '../../context/embedded-hub.ts';
import type { RunSource } from '../../history/stored-runs.ts';
import { pageAddress } from '../../web-server/address.ts';
import { openStoredRun } from './opening.ts';
import { useJob, useCopy } from './use-job.ts';
import { useIsShown, usePicker, type PickerSettings } from './use-picker.ts';

type ModelLookup = Awaited<ReturnType<typeof lookUpModel>>;

/** Looks up a typed model on the Hub. Typing or leaving the screen cancels the lookup. */
export function useLookUp(text: string, onResult: (model: ModelLookup) => void): (id: string) => void {
  const { connection, notify } = usePicker();
  const isShown = useIsShown();
  const job = useJob();
  useEffect(() => job.cancel, [job, text, isShown]);
  return (id) => {
    notify(`Looking up ${id}`);
    job.start((signal) => lookUpModel(connection(), id, signal), onResult);
  };
}

/** Opens the form of a model, with a notice if no provider runs it. */
export function openForm(settings: PickerSettings, id: string, isAvailable: boolean): void {
  settings.session.chooseModel(id);
  settings.navigation.open('form');
  if (!isAvailable) settings.notify(`No provider runs ${id} right now. Ctrl-T: custom endpoint.`, 'error');
}

/** Opens runs on the form, with their result. */
export function useOpenRun(): (source: RunSource) => Promise<void> {
  const settings = usePicker();
  return async (source) => {
    const { runOpening } = await import('../../history/stored-runs.ts');
    const opening = await runOpening(source);
    if (isRunning(settings.session.getSnapshot()))
      return settings.notify('A run is in progress. Cancel it first.');
    openStoredRun(settings, opening);
  };
}

/** Copies a link that opens a run in the web app or with `tryout open`. */
export function useCopyLink(): (storedRun: StoredRun) => Promise<void> {
  const { isSandbox } = usePicker();
  const copy = useCopy();
  return async (storedRun) => {
    const { url, missing } = await createRunLink(
      storedRun,
      pageAddress(isSandbox || isFromSandbox(storedRun.run)),
    );
    const names = missing.map(visibleLine).join(', ');
    copy(url, missing.length > 0 ? `Too large for a link: ${names}.` : '');
  };
}
