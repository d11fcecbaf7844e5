import { isRunning, createRunLink, visibleLine, type StoredRun } from '@tryout/engine';
import type { FoundRun } from '../../history/stored-runs.ts';
import { pageAddress } from '../../web-server/address.ts';
import { isSandboxModel } from '../../context/embedded-hub.ts';
import { openStoredRun } from '../opening.ts';
import { useCopy } from './use-job.ts';
import { usePicker } from './use-picker.ts';

/** Opens runs on the form, with their result. */
export function useOpenRun(): (found: FoundRun) => Promise<void> {
  const settings = usePicker();
  return async (found) => {
    const { runOpening } = await import('../../history/stored-runs.ts');
    const opening = await runOpening(found);
    if (isRunning(settings.session.getSnapshot()))
      return settings.notify('A run is in progress. Cancel it first.');
    openStoredRun(settings, opening);
  };
}

/** Copies a link that opens a run in the web app or with `tryout open`. */
export function useCopyLink(): (stored: StoredRun) => Promise<void> {
  const { isSandbox } = usePicker();
  const copy = useCopy();
  return async (stored) => {
    const { url, missing } = await createRunLink(
      stored,
      pageAddress(isSandbox || isSandboxModel(stored.run.model)),
    );
    const left = missing.map(visibleLine).join(', ');
    copy(url, missing.length > 0 ? `Too large for a link: ${left}.` : '');
  };
}
