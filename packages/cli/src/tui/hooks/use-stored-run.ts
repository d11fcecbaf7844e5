import { isRunning, runLink, visibleLine, type StoredRun } from '@tryout/engine';
import { runOpening } from '../../history/run-opening.ts';
import { pageAddress } from '../../web-server/address.ts';
import { useCopy } from './use-job.ts';
import { useNavigation } from './use-navigation.ts';
import { useNotify, usePicker } from './use-picker.ts';

/** Opens runs on the form, with their result. */
export function useOpenRun(): (stored: StoredRun, isTrusted: boolean) => Promise<void> {
  const { session, memory } = usePicker();
  const navigation = useNavigation();
  const notify = useNotify();
  return async (stored, isTrusted) => {
    const { run, missing } = await runOpening(stored, isTrusted);
    if (isRunning(session.getSnapshot())) return notify('A run is in progress. Cancel it first.');
    memory.storedRuns.set(run.inputs, () => Promise.resolve(stored));
    session.openRun(run);
    navigation.back(navigation.isOpen('models') ? 'models' : 'history');
    navigation.open('models');
    navigation.open('form');
    if (run.run && run.run.status !== 'idle') navigation.open('run');
    if (missing.length > 0) notify(`Choose the missing files again: ${missing.map(visibleLine).join(', ')}.`);
  };
}

/** Copies a link that opens a run in the web app or with `tryout open`. */
export function useCopyLink(): (stored: StoredRun) => Promise<void> {
  const { isSandbox } = usePicker();
  const copy = useCopy();
  return async (stored) => {
    const { url, missing } = await runLink(stored, pageAddress(isSandbox));
    const left = missing.map(visibleLine).join(', ');
    copy(url, missing.length > 0 ? `Too large for a link: ${left}.` : '');
  };
}
